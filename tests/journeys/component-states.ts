/**
 * Where axe checks each component: a page's path or the name of a state, and a selector
 * for what only this component renders. tests/unit/component-states.test.ts fails for a component
 * without an entry.
 */
import { expect, type Page } from "@playwright/test";

/** A state and a selector, or why no state shows the component. */
export type ComponentEntry = [state: string, selector: string] | { notChecked: string };

const island = (name: string) => `astro-island[component-export="${name}"]`;

export const componentStates: Record<string, ComponentEntry> = {
	"components/AddToCart.astro": ["/", "add-to-cart[data-minimum]"],
	"components/CodeSample.astro": ["/api/docs", 'pre[tabindex="0"] > code'],
	"components/Footer.astro": ["/", "footer.bg-base-200"],
	"components/Logo.astro": ["/", "header svg.text-primary"],
	"components/Navigation.astro": ["/", "header.border-b shop-session"],
	"components/NotFound.astro": ["/nope", 'svg[viewBox="0 0 200 240"]'],
	"components/ResponsiveImage.astro": ["/tools", "img.board-image:not(astro-island *)"],
	"components/ReviewCard.astro": ["/review", ".review-card"],
	"components/SearchForm.astro": ["/tools", "form[role=search]"],
	"components/SearchResults.astro": {
		notChecked: "made of cards, links and paragraphs, which other states have",
	},
	"components/SlideStrip.astro": ["/", "shop-carousel .carousel-strip"],
	"components/SocialIcon.astro": ["/", 'svg[viewBox="0 0 24 24"]'],
	"components/StarRating.astro": ["/tools/torque-wrench", ".rating .star-full"],
	"components/Stars.astro": ["/review", ".stars"],
	"components/StructuredData.astro": { notChecked: "data for search engines, which nobody sees" },
	"components/ToolCard.astro": ["/tools", ".tool-card:not(astro-island *)"],
	"components/ToolFacts.astro": ["/tools", ".tool-facts:not(astro-island *)"],
	"components/WithShopFacts.astro": { notChecked: "fills in names and renders its slot alone" },
	"components/api/EndpointDescription.astro": ["/api/docs", 'h4:text-is("Access")'],
	"components/api/FieldList.astro": ["/api/docs", ".note"],
	"components/blogs/Answer.astro": ["/blogs", "article.answer"],
	"components/fit/KitToCart.astro": ["/jobs/replace-rotor", "kit-to-cart button"],
	"components/fit/FitMarks.astro": {
		notChecked: "a script, whose chip and marks the riders' journeys check",
	},
	"components/fit/StandardDrawing.astro": ["/fit/bottom-bracket", "svg.fit-drawing"],
	"components/fit/ToolVerdict.astro": [
		"/fit?tool=cassette-lockring-tool&cassette=xd",
		"[data-outcome=fits]",
	],
	"components/home/Carousel.astro": ["/", ".slide-text"],
	"components/home/Stats.astro": ["/", '[aria-label="The shop in figures"]'],
	"components/orders/LocalTime.astro": ["an order's page", "local-time time"],
	"components/orders/OrderActions.astro": ["an order's page", ".flex.flex-wrap.gap-3"],
	"components/orders/OrderLines.astro": ["an order's page", ".checkout-line h3 .link"],
	"components/orders/PrintButton.astro": ["an order's page", "print-button button"],
	"components/orders/Timeline.astro": ["an order's page", "ol.timeline"],
	"components/login/ContinueWithGoogle.astro": ["/login", 'svg[viewBox="0 0 20 20"]'],
	"components/portfolio/ToolOutline.astro": ["/portfolio", 'svg[viewBox="0 0 120 120"]'],
	"components/sales/BarPlot.astro": ["/dashboard/overview", "figure.plot"],
	"components/tool/Gallery.astro": ["/tools/torque-wrench", ".gallery-image"],
	"components/tool/MiniTool.astro": ["/tools/headset-press", ".mini-tool"],
	"components/tool/ToolFit.astro": ["/tools/torque-wrench", ".tool-fit"],
	"components/tool/ToolReviews.astro": ["/tools/torque-wrench", ".tool-reviews"],
	"components/widgets/ConfiguratorForm.astro": ["/widgets", 'form[aria-label="What to show"]'],
	"components/widgets/Preview.astro": ["/widgets", "h2#preview"],
	"components/widgets/Snippets.astro": ["/widgets", "#snippets"],
	"islands/audit/AuditEvent.tsx": ["history of a review", "li.border-b.pb-4"],
	"islands/audit/AuditLog.tsx": ["/dashboard/history", island("AuditLog")],
	"islands/carts/AddToCart.tsx": ["/manageTools", "astro-island button.btn-outline[aria-label]"],
	"islands/carts/Cart.tsx": ["a cart", island("Cart")],
	"islands/carts/CartRow.tsx": ["a cart", ".cart-row .sold-out"],
	"islands/carts/CartSummary.tsx": ["a cart", ".cart-summary"],
	"islands/carts/QuantityField.tsx": ["a cart", ".quantity-field .input-error"],
	"islands/checkout/AddressFields.tsx": ["checkout rejected", 'select[name="country"]'],
	"islands/checkout/Checkout.tsx": ["checkout rejected", island("Checkout")],
	"islands/checkout/CheckoutSummary.tsx": ["a tool that is gone", ".checkout-line .sold-out"],
	"islands/login/FinishSignIn.tsx": {
		notChecked: "a Spinner until it redirects, or ErrorWithRetry: both are checked",
	},
	"islands/login/ForgotForm.tsx": ["/forgot", island("ForgotForm")],
	"islands/login/AuthForm.tsx": ["/login", 'form input[autocomplete="current-password"]'],
	"islands/login/LoginForm.tsx": ["/login", island("LoginForm")],
	"islands/login/MakeAccount.tsx": ["make an account", 'input[autocomplete="username"][hidden]'],
	"islands/login/ResetForm.tsx": ["/reset", island("ResetForm")],
	"islands/login/SignUpForm.tsx": ["/signup", island("SignUpForm")],
	"islands/orders/AdminOrderCard.tsx": ["orders of customers", ".order-facts"],
	"islands/orders/CancelLine.tsx": ["an order's page", island("CancelLine")],
	"islands/orders/CancelOrder.tsx": ["cancel an order", 'dialog :text("Cancel this order?")'],
	"islands/orders/CheckoutGroup.tsx": ["orders of one checkout", ".checkout-group-head"],
	"islands/orders/CorrectShipment.tsx": ["change tracking", "dialog form > label.min-h-6"],
	"islands/orders/DeleteOrder.tsx": ["delete an order", 'dialog :text("Delete this order?")'],
	"islands/orders/ManageOrders.tsx": ["/dashboard/manageOrders", island("ManageOrders")],
	"islands/orders/MyOrders.tsx": ["/dashboard/myorders", island("MyOrders")],
	"islands/orders/OrderAgain.tsx": ["an order's page", island("OrderAgain")],
	"islands/orders/OrderBadges.tsx": ["orders of customers", ".badge.badge-outline"],
	"islands/orders/OrderCard.tsx": ["delete an order", ':text("Reserved for you for")'],
	"islands/orders/OrderSummary.tsx": ["delete an order", ".min-w-0.content-start"],
	"islands/orders/GoToCheckout.tsx": {
		notChecked: "only in a shop whose totals depend on the address; its fields are PurchaseForm's",
	},
	"islands/orders/PurchaseForm.tsx": ["/purchase/torque-wrench", island("PurchaseForm")],
	"islands/orders/RefundOrder.tsx": ["refund an order", 'dialog :text("Refund this order?")'],
	"islands/orders/ShipOrders.tsx": ["ship with tracking", "dialog fieldset legend.pb-2"],
	"islands/orders/TrackingFields.tsx": [
		"ship with tracking",
		'dialog label:text("Tracking number")',
	],
	"islands/payments/CardForm.tsx": ["declined", ".card-field"],
	"islands/payments/PayForm.tsx": ["declined", 'button:text("Pay")'],
	"islands/payments/Payment.tsx": ["declined", island("Payment")],
	"islands/payments/PaymentElementForm.tsx": {
		notChecked: "the demo shop has the card field; tests/tooling/other-shop-payments.ts checks it",
	},
	"islands/payments/PaymentFacts.tsx": ["declined", ".order-lines"],
	"islands/products/CapabilityRows.tsx": [
		"/dashboard/products/torque-wrench",
		"details.capability",
	],
	"islands/products/FoundAt.tsx": ["/dashboard/products/torque-wrench", "#found-at"],
	"islands/products/ProductEditor.tsx": [
		"/dashboard/products/torque-wrench",
		island("ProductEditor"),
	],
	"islands/products/ProductImages.tsx": ["/dashboard/products/torque-wrench", ".product-images li"],
	"islands/products/ProductState.tsx": [
		"/dashboard/products/torque-wrench",
		'button:text("Duplicate")',
	],
	"islands/products/SpecificationRows.tsx": [
		"a product rejected",
		".specification-row .input-error",
	],
	"islands/reviews/AddReview.tsx": ["/dashboard/addreview", island("AddReview")],
	"islands/reviews/DeleteReview.tsx": ["delete a review", 'dialog :text("removed from the shop")'],
	"islands/reviews/OwnReviews.tsx": ["own reviews", 'section[aria-labelledby="own-reviews"] li'],
	"islands/reviews/RatingField.tsx": ["/dashboard/addreview", ".star-choice"],
	"islands/reviews/ReviewForm.tsx": ["/dashboard/addreview", ':text("Add review")'],
	"islands/reviews/ToolSelect.tsx": ["/dashboard/addreview", 'option:text-is("No specific tool")'],
	"islands/tools/DeleteTool.tsx": ["delete a tool", ':text("Orders and reviews of it stay")'],
	"islands/tools/ManageProducts.tsx": ["/dashboard/manageProducts", island("ManageProducts")],
	"islands/tools/NewToolForm.tsx": ["/dashboard/addProducts", island("NewToolForm")],
	"islands/tools/ToolCard.tsx": ["/manageTools", "astro-island .tool-card"],
	"islands/tools/ToolFacts.tsx": ["/manageTools", "astro-island .tool-facts"],
	"islands/tools/ToolGrid.tsx": ["/manageTools", island("ToolGrid")],
	"islands/tools/ToolList.tsx": ["/manageTools", 'option:text-is("Lowest price")'],
	"islands/tools/ToolRow.tsx": ["/dashboard/manageProducts", ".row-image"],
	"islands/tools/UpdateToolForm.tsx": ["/update/torque-wrench", island("UpdateToolForm")],
	"islands/ui/ConfirmDialog.tsx": ["delete an order", ".modal-action .btn-error"],
	"islands/ui/DeleteDialog.tsx": {
		notChecked: "a ConfirmDialog, as DeleteOrder and DeleteTool show",
	},
	"islands/ui/ErrorWithRetry.tsx": ["orders not loaded", ".justify-items-start.gap-4.py-4"],
	"islands/ui/Field.tsx": ["login rejected", 'input[aria-invalid] ~ [role="alert"]'],
	"islands/ui/FormActions.tsx": ["update profile", ".modal-action.mt-0"],
	"islands/ui/ImageField.tsx": ["/dashboard/addProducts", 'input[type="file"]'],
	"islands/ui/ListSearch.tsx": ["/manageTools", ".list-search"],
	"islands/ui/ListView.tsx": ["/manageTools", ".list-items"],
	"islands/ui/Modal.tsx": ["delete an order", "dialog .modal-box"],
	"islands/ui/ResponsiveImage.tsx": ["/manageTools", "astro-island img.board-image"],
	"islands/ui/Spinner.tsx": {
		notChecked:
			"shown while something loads: a text with role status, and an image hidden from readers",
	},
	"islands/ui/SubmitButton.tsx": ["/login", 'astro-island button[type="submit"]'],
	"islands/ui/Toaster.tsx": ["ordered", "[data-sonner-toast]"],
	"islands/ui/Toasts.tsx": ["/login", island("Toasts")],
	"islands/ui/lazyDialog.tsx": { notChecked: "loads a dialog and renders nothing of its own" },
	"islands/users/ConfirmRoleChange.tsx": ["remove an administrator", 'dialog :text("This is you")'],
	"islands/users/ManageUsers.tsx": ["/dashboard/makeAdmin", island("ManageUsers")],
	"islands/users/PasswordForm.tsx": ["/dashboard/myprofile", island("PasswordForm")],
	"islands/users/Profile.tsx": ["/dashboard/myprofile", island("Profile")],
	"islands/users/ProfileDialog.tsx": ["update profile", 'dialog :text("Update Profile")'],
	"islands/users/UserRow.tsx": ["/dashboard/makeAdmin", 'td[data-label="Role"]'],
	"islands/users/VerifyEmail.tsx": ["update profile", island("VerifyEmail")],
	"layouts/App.astro": { notChecked: "Base with its slots, without markup of its own" },
	"layouts/Base.astro": ["/", 'meta[name="color-scheme"]'],
	"layouts/Dashboard.astro": ["/dashboard/myprofile", ".dashboard-menu"],
	"layouts/Form.astro": ["/login", "section.max-w-md.rounded-box"],
	"layouts/Public.astro": ["/", 'script[type="speculationrules"]'],
};

/** Fails unless the page shows every component that is checked in this state. */
export async function expectComponents(page: Page, state: string): Promise<void> {
	for (const [component, entry] of Object.entries(componentStates)) {
		if ("notChecked" in entry || entry[0] !== state) continue;
		await expect(page.locator(entry[1]), `${component} in ${state}`).not.toHaveCount(0);
	}
}
