import { useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import { labelTexts as texts } from "../../messages/shipping.ts";
import { buyLabelEndpoint, rateLabelEndpoint } from "../../shop/shipments/labels.api.ts";
import type { RatedLabel } from "../../shop/shipments/labels.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { formatPrice } from "../../values/money.ts";
import { DialogForm } from "../ui/DialogForm.tsx";
import { Field } from "../ui/Field.tsx";
import { RadioChoice } from "../ui/RadioChoice.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";

interface Props {
	recipient: string;
	lineIds: readonly string[];
	onClose: () => void;
}

/** Buys a label for a parcel: its weight, then one of the prices. The parcel is shipped with it. */
export function BuyLabel({ recipient, lineIds, onClose }: Props) {
	const [kilos, setKilos] = useState("");
	const [rated, setRated] = useState<RatedLabel>();
	const [chosen, setChosen] = useState<string>();
	const [error, setError] = useState<string>();
	const { sending, send } = useSend();
	const submit = () => {
		setError(undefined);
		void send(
			async () => {
				if (rated && chosen) {
					await call(buyLabelEndpoint, { params: { id: rated._id }, body: { rate: chosen } });
					toastAfterNavigation({ kind: "success", text: texts.bought });
					location.assign("?tab=shipped");
					return;
				}
				const grams = kilos.trim() ? Math.round(Number(kilos.replace(",", ".")) * 1000) : undefined;
				const body = { lineIds: [...lineIds], grams };
				const answer = await call(rateLabelEndpoint, { body });
				setRated(answer);
				setChosen(answer.rates[0]?._id);
			},
			(thrown) => setError(errorMessage(thrown)),
		);
	};
	const nameOf = (id: string) => {
		const rate = rated?.rates.find(({ _id }) => _id === id);
		return rate && texts.rate(rate.carrier, rate.service, formatPrice(rate.price), rate.days);
	};
	return (
		<DialogForm
			title={texts.titleFor(recipient)}
			sending={sending}
			onSubmit={submit}
			onClose={onClose}
			back={rated && { label: texts.anotherWeight, run: () => setRated(undefined) }}
			submitLabel={rated ? texts.buy : texts.showPrices}
			busyLabel={common.oneMoment}
			disabled={rated ? chosen === undefined : false}
			formError={error}
		>
			{rated && rated.rates.length === 0 && <p>{texts.noRates}</p>}
			{rated && rated.rates.length > 0 && (
				<RadioChoice
					question={texts.question}
					name="rate"
					choices={rated.rates.map(({ _id }) => _id)}
					chosen={chosen}
					onChoose={setChosen}
					label={nameOf}
				/>
			)}
			{!rated && (
				<Field
					label={texts.kilos}
					hint={texts.kilosHint}
					inputMode="decimal"
					autoComplete="off"
					value={kilos}
					onChange={({ target }) => setKilos(target.value)}
				/>
			)}
		</DialogForm>
	);
}
