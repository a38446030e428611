"""The speakers of the model, in the order of the checkpoint's rows: language, whether recorded or synthetic, and the
share of the training batches that is theirs."""
from dataclasses import dataclass


@dataclass
class Speaker:
    language: str
    recorded: bool
    share: float


SPEAKERS = {
    "slt": Speaker("en", False, .03),
    "rms": Speaker("en", False, .03),
    "awb": Speaker("en", False, .03),
    "kal16": Speaker("en", False, .03),
    "kathleen": Speaker("en", True, .15),
    "kerstin": Speaker("de", True, .13),
    "nathalie": Speaker("nl", True, .32),
    "joris": Speaker("nl", True, .28),
}
