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
		"The page of each tool shows its maker with these addresses. The name is that of the tools' field “Maker”.",
	none: "No maker has addresses yet.",
	without: "Without addresses",
	withoutHint: "Tools name these makers, and their pages can't say where one reaches them.",
	add: "Add a maker",
	save: "Save",
	delete: "Delete",
	back: "All makers",
	chooseCountry: "Choose a country",
	responsible: "Responsible person in the European Union",
	responsibleHint:
		"Of a maker outside the European Union: its importer, representative or fulfilment provider there.",
	labels: {
		name: "Name, or trade mark",
		address: "Postal address",
		contact: "E-mail address or page",
		country: "Country",
		responsibleName: "Name",
		responsibleAddress: "Postal address",
		responsibleContact: "E-mail address or page",
	},
	nameMissing: "Write the name as tools have it, at most 60 characters.",
	addressMissing: "Write the postal address, at most 300 characters.",
	contactInvalid: "Write an e-mail address, or a page that begins with https://.",
	countryMissing: "Choose the country where it is established.",
	responsibleMissing:
		"Write the name and both addresses of the responsible person: the maker is outside the European Union, or only some of the three are there.",
	isResponsible: (name: string) => `Responsible in the European Union: ${name}`,
} as const;
