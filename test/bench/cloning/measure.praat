# Prints, a line each, with the time of the first frame and then a value of every frame (0 where there is none):
#   pitch TIME HERTZ ...
#   intensity TIME DECIBELS ...
#   formant CEILING NUMBER TIME HERTZ ...     for each ceiling
form Measure
  sentence Sound
  positive Step
  sentence Ceilings
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

ceilings$# = splitByWhitespace$# (ceilings$)
for ceiling to size (ceilings$#)
  selectObject: recording
  formants = To Formant (burg): step, 5, number (ceilings$# [ceiling]), 0.025, 50
  for number to 4
    selectObject: formants
    start = Get time from frame number: 1
    To Matrix: number
    @values
    appendInfoLine: "formant ", ceilings$# [ceiling], " ", number, " ", start, " ", values.row#
  endfor
endfor

include ../tracks.praat
