import { NativeSelect, SegmentedControl } from "@mantine/core";

/** A choice of a few: side by side, or as a menu where a phone has no room for that. */
export function Choice<Value extends string>({
  label,
  value,
  data,
  onChange,
}: {
  label: string;
  value: Value;
  data: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
}) {
  const choose = (text: string) => {
    const one = data.find((option) => option.value === text);
    if (one) onChange(one.value);
  };
  return (
    <>
      <SegmentedControl aria-label={label} visibleFrom="sm" value={value} onChange={choose} data={[...data]} />
      <NativeSelect
        aria-label={label}
        hiddenFrom="sm"
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[...data]}
      />
    </>
  );
}
