"""Passwords of several words, told from sentences about passwords.

Both stand under the same names: `password = "blue Monkey 42"`, `"password": "Enter at least 8 characters"`. A sentence
has words that join others, or that say what to do with a password. Words alone may be either, and stay.
"""

from __future__ import annotations

import re

from packlens.text.secret_rules.examples import is_example
from packlens.text.secret_rules.names import Claim, claim_of
from packlens.text.secret_rules.randomness import is_random

_MOST_WORDS = 8
_OF_SENTENCES = frozenset(
    re.findall(
        r"\w+",
        """a an the this that these your you my our we it is are was be been has have had must may can cannot
        should will not no do does did don please enter type choose provide field required missing new old again
        reset change changed forgot forgotten lost invalid wrong incorrect mismatch match matches confirm
        confirmation sent link email mail for of to in at on or and with without by from as if than only all any
        too short long weak strong least most minimum maximum min max characters chars letters digits symbols
        number numbers login log user username account test example value default string der die das den ein
        eine ist sind nicht und oder mit bitte zu neues altes eingeben stimmen zeichen le la les un une de du
        des est pas et ou mot passe votre vous saisir champ trop court oublié caractères el los las una y su no
        es con por favor debe campo clave contraseña caracteres o senha sua uma deve""",
    )
)


def is_passphrase(value: str) -> bool:
    """Whether a value with blanks, under the name of a password, is one."""
    words = value.split(" ")
    if not 2 <= len(words) <= _MOST_WORDS or not all(words) or is_example(value):
        return False
    if is_random("".join(words)):
        return True  # in groups, as an account of many gives them out for one program
    has_both = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return has_both and not any(map(_is_of_a_sentence, words))


def _is_of_a_sentence(word: str) -> bool:
    plain = word.strip(".,:;!?()'\"").lower()
    return not plain or plain in _OF_SENTENCES or claim_of(plain) is not Claim.NOTHING
