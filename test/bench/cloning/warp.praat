# Makes another speaker of a recording: formants moved by a ratio, the median pitch as given, and its range about the
# median by a factor.
form Warp
  sentence Sound
  sentence Warped
  positive Formants
  positive Median
  positive Range
endform

# Noise is put where there is no voice: the same each time.
random_initializeWithSeedUnsafelyButPredictably (1)
Read from file: sound$
Change gender: 60, 600, formants, median, range, 1
# Below full scale, whatever the change did to the peaks.
Scale peak: 0.9
Save as WAV file: warped$
