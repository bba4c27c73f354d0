// What fails in an editor is run once more, with nothing beside it, and the line says so: a whole editor in a browser has
// moments that are not ours, a click that it loses or a list that it draws anew. What fails twice has failed.

/**
 * Runs `run(name)` for each name, `beside` at a time; then once more, one at a time, for those that did not give true.
 * Gives the names that failed twice.
 */
export async function withSecondTry(names, beside, run) {
  const waiting = [...names];
  const once = [];
  const next = async () => {
    for (let name; (name = waiting.shift()); ) if (!(await run(name))) once.push(name);
  };
  await Promise.all(Array.from({ length: beside }, next));
  const twice = [];
  for (const name of once) {
    console.log(`--- ${name} failed; once more, alone`);
    if (!(await run(name))) twice.push(name);
    else console.log(`--- ${name} passed the second time`);
  }
  return twice;
}
