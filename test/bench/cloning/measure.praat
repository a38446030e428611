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
@pitch: 60, 700
first = Get quantile: 0, 0, 0.25, "Hertz"
third = Get quantile: 0, 0, 0.75, "Hertz"
# Floor and ceiling from the quartiles: De Looze and Hirst, "Detecting changes in key and range for the automatic
# modelling and coding of intonation", 2008.
@pitch: 0.75 * first, 1.5 * third
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

procedure pitch: .floor, .ceiling
  selectObject: recording
  To Pitch (ac): step, .floor, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, .ceiling
endproc

procedure values
  .all## = Get all values
  .row# = row# (.all##, 1)
endproc
