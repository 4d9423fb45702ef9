namespace Doppel.Benchmarks.Pools;

/// <summary>Many threads that rent several objects each, have all of them out at one time, and give all back.</summary>
internal static class Burst
{
    /// <param name="team">The threads; they stay alive afterwards, as those of a server do.</param>
    /// <param name="active">How many of them take part.</param>
    /// <param name="lender">The pool.</param>
    /// <param name="items">Items of each object.</param>
    /// <param name="each">Objects of each thread.</param>
    /// <param name="alive">Sees every object.</param>
    public static void Run(ThreadTeam team, int active, Lender lender, int items, int each, AliveBytes alive)
    {
        using var allOut = new Barrier(active);
        team.Run((index, _) =>
        {
            if (index >= active)
            {
                return;
            }

            var rented = new object[each];
            for (int i = 0; i < each; i++)
            {
                rented[i] = lender.Rent(items);
                alive.See(rented[i], lender.Bytes(rented[i]));
            }

            allOut.SignalAndWait();
            foreach (object item in rented)
            {
                lender.Return(item);
            }
        }, operations: 1);
    }
}
