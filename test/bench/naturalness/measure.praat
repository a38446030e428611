# Prints, a line each, with the time of the first frame and then a value of every frame:
#   pitch TIME HERTZ ...                0 where there is no voice
#   intensity TIME DECIBELS ...
#   harmonicity TIME DECIBELS ...       -200 where there is no voice
form Measure
  sentence Sound
  positive Step
endform

recording = Read from file: sound$
@pitch
start = Get time from frame number: 1
To Matrix
@values
writeInfoLine: "pitch ", start, " ", values.row#

selectObject: recording
To Intensity: 50, step, "yes"
start = Get time from frame number: 1
Down to Matrix
@values
appendInfoLine: "intensity ", start, " ", values.row#

selectObject: recording
To Harmonicity (cc): step, 75, 0.1, 1
start = Get time from frame number: 1
To Matrix
@values
appendInfoLine: "harmonicity ", start, " ", values.row#

include ../tracks.praat
