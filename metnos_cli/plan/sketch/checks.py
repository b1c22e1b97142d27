"""The checks that a whole draft passes before it is proposed, in their order."""

from __future__ import annotations

from metnos_cli.plan.sketch import (
    agenda,
    asked_about,
    counted,
    dictated,
    made_names,
    mail_guard,
    mails,
    rows,
    unheard,
)

CHECKS = (
    asked_about.check,
    counted.check,
    agenda.check,
    rows.check,
    mails.check,
    mail_guard.check,
    dictated.check,
    unheard.check,
    made_names.check,
)
"""Each looks at the draft, the request and its language, and says why the draft must not run; None where it may."""
