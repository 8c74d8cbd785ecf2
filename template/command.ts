// Scripts of this folder that tests import as well. `npm run` starts them by scripts/run.mjs, which imports them, so
// `import.meta.main` is false there too.

/** @returns whether a module is the script that was started, rather than a part of another */
export const isCommand = ({ filename }: ImportMeta): boolean => process.argv[1] === filename;
