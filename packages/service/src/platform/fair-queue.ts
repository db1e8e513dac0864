/** Jobs that wait, each with its owner. The owners take turns, so a job waits for at most one job of every other owner,
 *  however many the others have. With `usedBy`, the owner who has used least comes first. */
export function fairQueue<Owner, Job>({
  perOwner,
  total,
  usedBy = () => 0,
}: {
  perOwner: number;
  total: number;
  usedBy?: (owner: Owner) => number;
}) {
  // The order of the keys is the order of the turns.
  const waiting = new Map<Owner, Job[]>();
  let length = 0;

  return {
    /** Returns false when the owner, or all owners together, have too many jobs waiting. */
    add(owner: Owner, job: Job): boolean {
      const jobs = waiting.get(owner) ?? [];
      if (jobs.length >= perOwner || length >= total) return false;
      jobs.push(job);
      waiting.set(owner, jobs);
      length += 1;
      return true;
    },
    /** Takes the next job of the owner whose turn it is, among those who may. */
    take(may: (owner: Owner) => boolean = () => true): { owner: Owner; job: Job } | undefined {
      let next: { owner: Owner; jobs: Job[]; used: number } | undefined;
      for (const [owner, jobs] of waiting) {
        if (!may(owner)) continue;
        const used = usedBy(owner);
        if (!next || used < next.used) next = { owner, jobs, used };
      }
      if (!next) return undefined;
      const { owner, jobs } = next;
      const job = jobs.shift() as Job;
      waiting.delete(owner);
      if (jobs.length > 0) waiting.set(owner, jobs);
      length -= 1;
      return { owner, job };
    },
  };
}
