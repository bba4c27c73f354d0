"""What a file defines, under names that the whole workspace can use: ids, symbols, tables and their difference."""
