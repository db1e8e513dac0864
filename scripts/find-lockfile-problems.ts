type Lockfile = {
  readonly lockfileVersion?: number;
  readonly packages?: Readonly<
    Record<string, { integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean }>
  >;
};
type Manifest = { readonly allowScripts?: Readonly<Record<string, boolean>> };

/** Finds packages that `npm ci` would install without knowing what it gets, or whose install script nobody has judged. */
export function findLockfileProblems(lockfile: Lockfile, { allowScripts = {} }: Manifest): string[] {
  const installed = Object.entries(lockfile.packages ?? {}).filter(([path]) => path.includes("node_modules/"));
  if (lockfile.lockfileVersion !== 3 || installed.length === 0)
    return ["package-lock.json is not a lockfile of version 3"];
  return installed.flatMap(([path, { integrity, resolved, link, hasInstallScript }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const problems: string[] = [];
    if (link && !/^(packages|connectors)\//.test(resolved ?? ""))
      problems.push(`${path} links to ${resolved}, outside this repository`);
    if (!link && !integrity?.startsWith("sha512-")) problems.push(`${path} has no sha512 integrity`);
    if (!link && resolved !== undefined)
      problems.push(`${path} names where it comes from; the registry is npm's setting`);
    if (hasInstallScript && allowScripts[name] === undefined)
      problems.push(`${path} has an install script; say in allowScripts of package.json whether it may run`);
    return problems;
  });
}
