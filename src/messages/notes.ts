/** Notes of staff, on an order and on a customer. */

export const forStaffOnly = "Only staff see it.";
export const newNote = "New note";
export const addNote = "Add note";
export const noteRequired = "Note is Required";
export const noteAdded = "Note added.";
export const formerAdministrator = "a former administrator";
