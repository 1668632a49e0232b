/** The texts of makers and their addresses: on the page of a tool, and where staff keep them. */

/** On the page of a tool. */
export const safety = {
	title: "Product safety",
	maker: "Maker",
	responsible: "Responsible in the European Union",
	identification: "Identification",
	warnings: "Warnings and safety information",
} as const;

/** In the dashboard. */
export const makers = {
	title: "Makers",
	about:
		"Each tool's page shows its maker with these addresses. The name must match the tool's “Maker” field.",
	none: "No maker has addresses yet.",
	without: "Without addresses",
	withoutHint: "Tools name these makers, but their pages can't say how to reach them.",
	add: "Add a maker",
	back: "All makers",
	chooseCountry: "Choose a country",
	responsible: "Responsible person in the European Union",
	responsibleHint:
		"For a maker outside the European Union: its importer, authorized representative or fulfillment provider there.",
	labels: {
		name: "Name or trademark",
		address: "Postal address",
		contact: "E-mail address or web page",
		country: "Country",
		responsibleName: "Name",
		responsibleAddress: "Postal address",
		responsibleContact: "E-mail address or web page",
	},
	nameMissing: "Enter the name exactly as tools have it, at most 60 characters.",
	addressMissing: "Enter the postal address, at most 300 characters.",
	contactInvalid: "Enter an e-mail address, or a web page that starts with https://.",
	countryMissing: "Choose the country where the maker is established.",
	responsibleMissing:
		"Enter the responsible person's name and both addresses: the maker is outside the European Union, or only some of the three are filled in.",
	isResponsible: (name: string) => `Responsible in the European Union: ${name}`,
} as const;
