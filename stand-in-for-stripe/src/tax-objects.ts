/** The objects of Stripe Tax. Stripe API: Tax Calculations; Tax Transactions. */

export type TaxBehavior = "exclusive" | "inclusive";

export interface TaxAddress {
	city: string | null;
	country: string;
	line1: string | null;
	line2: string | null;
	postal_code: string | null;
	state: string | null;
}

interface CustomerDetails {
	address: TaxAddress;
	address_source: "billing" | "shipping";
	ip_address: null;
	tax_ids: { type: string; value: string }[];
	taxability_override: string;
}

/** The tax of one jurisdiction on a line item or on shipping. */
export interface TaxPart {
	amount: number;
	jurisdiction: { country: string; display_name: string; level: string; state: string | null };
	sourcing: "destination";
	tax_rate_details: { display_name: string; percentage_decimal: string; tax_type: string } | null;
	taxability_reason: string;
	taxable_amount: number;
}

/** The same over all line items and shipping. */
export interface TaxTotal {
	amount: number;
	inclusive: boolean;
	tax_rate_details: {
		country: string;
		flat_amount: null;
		percentage_decimal: string;
		rate_type: "percentage" | null;
		state: string | null;
		tax_type: string | null;
	};
	taxability_reason: string;
	taxable_amount: number;
}

export interface CalculationLine {
	id: string;
	object: "tax.calculation_line_item";
	amount: number;
	amount_tax: number;
	livemode: false;
	metadata: Record<string, string>;
	performance_location: null;
	product: null;
	quantity: number;
	reference: string;
	tax_behavior: TaxBehavior;
	tax_breakdown: TaxPart[];
	tax_code: string;
}

export interface TransactionLine {
	id: string;
	object: "tax.transaction_line_item";
	amount: number;
	amount_tax: number;
	livemode: false;
	metadata: Record<string, string>;
	product: null;
	quantity: number;
	reference: string;
	reversal: { original_line_item: string } | null;
	tax_behavior: TaxBehavior;
	tax_code: string;
	type: "transaction" | "reversal";
}

export interface ShippingCost {
	amount: number;
	amount_tax: number;
	tax_behavior: TaxBehavior;
	tax_breakdown?: TaxPart[];
	tax_code: string;
}

export interface LineList<Line> {
	object: "list";
	data: Line[];
	has_more: false;
	url: string;
}

export interface TaxCalculation {
	id: string;
	object: "tax.calculation";
	amount_total: number;
	currency: string;
	customer: null;
	customer_details: CustomerDetails;
	expires_at: number;
	line_items: LineList<CalculationLine>;
	livemode: false;
	ship_from_details: null;
	shipping_cost: ShippingCost | null;
	tax_amount_exclusive: number;
	tax_amount_inclusive: number;
	tax_breakdown: TaxTotal[];
	tax_date: number;
}

export interface TaxTransaction {
	id: string;
	object: "tax.transaction";
	created: number;
	currency: string;
	customer: null;
	customer_details: CustomerDetails;
	line_items: LineList<TransactionLine>;
	livemode: false;
	metadata: Record<string, string>;
	posted_at: number;
	reference: string;
	reversal: { original_transaction: string } | null;
	ship_from_details: null;
	shipping_cost: ShippingCost | null;
	tax_date: number;
	type: "transaction" | "reversal";
}
