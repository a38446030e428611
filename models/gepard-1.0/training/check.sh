#!/bin/sh
# check.sh WORK - runs the Makefile's stages on very little, in some minutes: that the code works, not that the
# voices do. It does not run check-phones and pictures, nor what has no target: judge.py and agreement.py. Without
# RECORDINGS synthesizers read some sentences for the recorded speakers.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
tests=$here/../../../test/bench
mkdir -p "$work/models/gepard-1.0" "$work/test/bench"
# a copy, in which the made-up speakers' held-out sentences are drawn anew
cp -R "$here" "$work/models/gepard-1.0/"
cp "$tests/harvard.txt" "$work/test/bench/"
if [ -z "${RECORDINGS:-}" ]; then
  RECORDINGS=$work/recordings
  echo '{}' > "$work/models/gepard-1.0/training/held-out.json"
  for speaker in kathleen kerstin nathalie joris; do
    mkdir -p "$RECORDINGS/$speaker"
    number=100
    while read -r sentence; do
      case $speaker in
        kathleen) flite -voice awb -t "$sentence" -o "$RECORDINGS/$speaker/$number.wav" ;;
        kerstin) espeak-ng -v de -w "$RECORDINGS/$speaker/$number.wav" "$sentence" ;;
        nathalie) espeak-ng -v nl -w "$RECORDINGS/$speaker/$number.wav" "$sentence" ;;
        joris) espeak-ng -v nl+m3 -w "$RECORDINGS/$speaker/$number.wav" "$sentence" ;;
      esac
      echo "$number|$sentence"
      number=$((number + 1))
    done < "$tests/harvard.txt" > "$RECORDINGS/$speaker/metadata.csv"
  done
fi
# the dictionary's package is looked for from the copy upwards
ln -sfn "$(cd "$here/../../.." && pwd)/node_modules" "$work/node_modules"
make -f "$work/models/gepard-1.0/training/Makefile" WORK="$work" RECORDINGS="$RECORDINGS" SENTENCES=100 SECONDS_FEATURES=20 \
  SECONDS_WAVEFORM=10 SECONDS_RECORDED=20 SECONDS_RECORDED_ALONE=10 SECONDS_GENERATOR=20 SECONDS_GENERATOR_ALONE=10 SECONDS_LETTERS=10 SECONDS_RECOGNISER=10 \
  export copies letter-to-sound measure recognisers
