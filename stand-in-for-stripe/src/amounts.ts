/** Formats an amount in its currency's minor unit, as Stripe's error messages do: "$20.00", "¥2,000". */
export function formatAmount(amount: number, currency: string): string {
	const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
	const { maximumFractionDigits = 0 } = format.resolvedOptions();
	return format.format(amount / 10 ** maximumFractionDigits);
}
