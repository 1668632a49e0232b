/** The demo accounts and a test card that succeeds. They exist only in local state. */
export const demoAccounts = [
	{
		id: "demo-admin",
		name: "Ada Admin",
		email: "admin@cogsmith.test",
		password: "cogsmith-admin",
		role: "admin",
		phone: "+1 555 0100",
		address: "1 Workshop Lane, Portland, OR 97201",
	},
	{
		id: "demo-rider",
		name: "Robin Rider",
		email: "rider@cogsmith.test",
		password: "cogsmith-rider",
		role: "user",
		phone: "+1 555 0142",
		address: "27 Canal Street, Portland, OR 97209",
	},
	{
		id: "demo-manager",
		name: "Mika Manager",
		email: "manager@cogsmith.test",
		password: "cogsmith-manager",
		role: "manager",
		phone: "",
		address: "",
	},
	{
		id: "demo-packer",
		name: "Pat Packer",
		email: "packer@cogsmith.test",
		password: "cogsmith-packer",
		role: "packer",
		phone: "",
		address: "",
	},
] as const;

export const demoCard = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123" } as const;
