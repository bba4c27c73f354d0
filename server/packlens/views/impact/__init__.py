"""What a change breaks: who is affected, which uses no longer fit, how much is at risk."""
