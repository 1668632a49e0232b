import { useState } from "react";
import { homeTexts as texts } from "../../messages/settings.ts";
import { homeToolCount } from "../../shop/settings/home.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { FindTool } from "../order-changes/FindTool.tsx";
import { Rows } from "../records/Rows.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { SettingForm, type StoredSetting } from "./SettingForm.tsx";

type Chosen = Pick<Tool, "_id" | "name" | "image">;

interface Props extends StoredSetting {
	/** The tools that are chosen, and still sold. */
	tools: Chosen[];
}

/** The tools that stand first on the home page, in their order. */
export function HomeSettings({ tools: initial, ...stored }: Props) {
	const [tools, setTools] = useState(initial);
	return (
		<SettingForm
			{...stored}
			fields={{}}
			form={{}}
			settingOf={() => ({ tools: tools.map(({ _id }) => _id) })}
			resetLabel={texts.newest}
		>
			{(_, { disabled, errors }) => (
				<>
					<Rows
						label={texts.tools}
						rows={tools}
						keyOf={({ _id }) => _id}
						nameOf={({ name }) => name}
						canMove
						remove={({ name }) => texts.remove(name)}
						layout="line"
						disabled={disabled}
						none={texts.none}
						error={errors.tools}
						onChange={setTools}
					>
						{({ name, image }) => (
							<div className="col-span-full flex items-center gap-3">
								<Thumbnail image={image} size={40} />
								{name}
							</div>
						)}
					</Rows>
					{tools.length < homeToolCount && (
						<FindTool
							inAnyStock
							onChoose={({ _id, name, image }) => {
								if (tools.every((tool) => tool._id !== _id))
									setTools([...tools, { _id, name, image }]);
							}}
						/>
					)}
				</>
			)}
		</SettingForm>
	);
}
