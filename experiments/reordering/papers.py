"""Published figures that the page sets beside its own."""

# Distance phrase reordering, long paper (Chinese-English): F1 of d<0, d=0, d>0 at the largest size.
LONG_SIZES = ["20K", "50K", "100K", "150K", "185K"]
LONG_F1 = {"LR": (63.3, 82.9, 49.2), "MMR": (72.2, 86.9, 64.9), "SVM": (73.1, 88.2, 66.5), "ME": (75.7, 89.5, 69.6), "MMS": (76.8, 90.3, 71.5)}

# Short paper: precision, F1 by class, hours of training.
SHORT = {
    "LR, 3 classes": (77.1, 55.7, 86.5, 49.2, 1.0), "ME, 3 classes": (83.7, 67.9, 90.8, 69.2, 58.6), "DPR, 3 classes": (86.7, 73.3, 92.5, 74.6, 27.0),
    "LR, 5 classes": (74.3, 44.9, 32.0, 86.4, 29.2, 46.2, 1.3), "ME, 5 classes": (80.0, 52.1, 54.7, 90.4, 63.9, 61.8, 83.6),
    "DPR, 5 classes": (84.6, 60.0, 61.4, 92.6, 75.4, 68.8, 29.2),
}
SHORT_GAIN = {("LR", "3"): 0.416, ("LR", "5"): 0.832, ("ME", "3"): 0.078, ("ME", "5"): 0.142}
# WER and BLEU.
TRANSLATION_DPR = {"lexicalised (Moses)": (24.3, 44.5), "DPR, 3 classes": (24.6, 47.1), "DPR, 5 classes": (24.7, 47.5), "ME, 3 classes": (25.3, 46.17),
                   "ME, 5 classes": (26.0, 45.0)}
# Classification error, BLEU on MT06 and MT08.
TRANSLATION_BAYES = {"no reordering model": (None, 28.92, 32.13), "lexicalised": (25.2, 30.86, 34.22), "naive Bayes, MAP": (19.53, 31.21, 34.72),
                     "naive Bayes, Bayesian": (20.13, 31.20, 34.69), "primal MLR": (17.81, 31.37, 34.85), "dual MLR": (17.95, 31.36, 34.87)}
