#!/bin/sh
# check.sh WORK - runs every stage of the recipe on very little, in about two minutes: that the code works, not that the
# voice does. Without RECORDINGS it lets a synthesizer read some sentences for the recorded voice.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
if [ -z "${RECORDINGS:-}" ]; then
  RECORDINGS=$work/recordings
  mkdir -p "$RECORDINGS"
  : > "$RECORDINGS/metadata.csv"
  number=100
  while read -r sentence; do
    flite -voice awb -t "$sentence" -o "$RECORDINGS/$number.wav"
    echo "$number|$sentence" >> "$RECORDINGS/metadata.csv"
    number=$((number + 1))
  done < "$here/../../../test/bench/harvard.txt"
fi
make -f "$here/Makefile" WORK="$work" RECORDINGS="$RECORDINGS" FMIN=65 FMAX=330 SENTENCES=100 SECONDS_FEATURES=20 \
  SECONDS_WAVEFORM=10 SECONDS_RECORDED=10 SECONDS_AGAIN=5 SECONDS_LETTERS=10 export letter-to-sound wer
