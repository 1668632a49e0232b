/** The packages of the faces of papers, all by the SIL Open Font License, in the order in which a character looks for its face. */
export const paperFacePackages = [
	// Latin, Greek, Cyrillic, Devanagari, fractions and currency signs, as one static file.
	"@expo-google-fonts/noto-sans",
	"@fontsource-variable/noto-sans-arabic",
	"@fontsource-variable/noto-sans-hebrew",
	"@fontsource-variable/noto-sans-thai",
	"@fontsource-variable/noto-sans-sc",
	"@fontsource-variable/noto-sans-kr",
] as const;
