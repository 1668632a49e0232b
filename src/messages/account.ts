/** The texts of signing in, of the profile and of users' roles. */

export const or = "or";
export const password = "Password";
export const newPassword = "New password";
export const sendResetLink = "Send reset link";
export const sending = "Sending…";
export const setPassword = "Set password";
export const signUp = "Sign Up";
export const creatingYourAccount = "Creating your account…";
export const makeAdminQuestion = "Make this user an administrator?";
export const removeOwnRoleQuestion = "Remove your own admin role?";
export const removeAdminQuestion = "Remove this administrator?";
export const removeAdmin = "Remove Admin";
export const nameOrEmail = "Name or e-mail";
export const changePassword = "Change password";
export const currentPassword = "Current password";
export const notSet = "Not set";
export const updateProfile = "Update Profile";
export const isYou = "(you)";
export const resendLink = "Resend link";
export const historyOfRoles = "Role history";
export const emailLabel = "E-mail";
export const requestALink = "Request a link";
export const forgotPassword = "Forgot your password?";
export const forgotDescription = "Get a password reset link by e-mail.";
export const forgotIntroduction =
	"Enter your e-mail and we'll send you a link to reset your password.";
export const backToLogin = "Back to sign in";
export const sessionEnded = "Your session has ended. Sign in to continue where you left off.";
export const loginDescription = "Sign in to order tools, follow your orders and write reviews.";
/** Where one was about to order: to the tool's page, which sells to guests too. */
export const orderWithoutAccount = "Order without an account";
export const continueLabel = "Continue";
export const createAccount = "Create an account";
export const google = "Google";
export const signInWithGoogle = "Sign in with Google.";
export const resetDescription = "Choose a new password.";
export const requestANewLink = "Request a new link";
export const signUpDescription =
	"Create an account to order tools, follow your orders and write reviews.";
export const passwordHint = (length: number) => `At least ${length} characters.`;
export const makeAdminEffect =
	"{} will be able to change tools, orders and roles, including yours.";
export const removeAdminEffect =
	"{} will lose admin access to tools, orders and users, and be signed out.";
export const removeOwnRoleEffect =
	"This is you, {}. You will lose admin access immediately and be signed out; only another administrator can restore it.";
export const signedInAs = "You are signed in as {}.";
export const orAsSomeoneElse = "or sign in as someone else.";
export const whySignUp = "You don't need an account to order. With one, you can:";
export const reasonsToSignUp = [
	"see all your orders, receipts and parcels in one place",
	"check out without retyping your name and address",
	"review the tools you bought",
] as const;
export const newHere = "New here?";
export const alreadyHaveAccount = "Already have an account?";
export const redirectingToGoogle = "Redirecting to Google…";
/** To a guest who has ordered. */
export const whyAccount = "Set a password to see all your orders in one place.";
export const accountCreated = (email: string) =>
	`Your account is ready. Open the link we've sent to ${email} to see your orders in it.`;
