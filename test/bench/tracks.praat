# What measures of speech begin with; included by scripts that have read `recording` and know `step`.

# The pitch of the recording. Floor and ceiling from the quartiles: De Looze and Hirst, "Detecting changes in key and range
# for the automatic modelling and coding of intonation", 2008.
procedure pitch
  @pitchWithin: 60, 700
  .first = Get quantile: 0, 0, 0.25, "Hertz"
  .third = Get quantile: 0, 0, 0.75, "Hertz"
  @pitchWithin: 0.75 * .first, 1.5 * .third
endproc

procedure pitchWithin: .floor, .ceiling
  selectObject: recording
  To Pitch (ac): step, .floor, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, .ceiling
endproc

# All values of the selected matrix's first row.
procedure values
  .all## = Get all values
  .row# = row# (.all##, 1)
endproc
