/** The texts of a family's own pictures in its form, which is loaded after the page. */
export const familyPictures = "Pictures of the family";
export const familyPicture = (place: number) => `Picture ${place}`;
export const aboutFamilyPictures =
	"Cards and the family's page show the first one. A variant without its own picture uses it too.";
