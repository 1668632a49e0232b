/** The texts of /design, which shows the parts of pages. */

export const title = "Design";
export const description = "The parts that every page is made of, with their states.";
export const type = "Type";
export const colours = "Color roles";
export const icons = "Icons";
export const buttons = "Buttons and links";
export const fields = "Fields and choices";
export const facts = "Price, stars and stock";
export const cards = "Cards and tiles";
export const states = "Empty states and steps";
export const sample = "Chain whip, 330 mm";
export const sampleText = "Holds the cassette still while you undo the lockring.";
export const disabled = "disabled";
export const link = "A link in text";
export const choice = "A choice";
export const empty = "Your cart is empty";
export const steps = ["Paid", "Packed", "Shipped", "Delivered"] as const;
export const forms = "Forms, dialogs and toasts";
export const fieldError = "Email is Required";
export const answers = "Loading, errors, toasts and dialogs";
export const successToast = "A toast";
export const errorToast = "An error toast";
export const dialog = "A dialog";
