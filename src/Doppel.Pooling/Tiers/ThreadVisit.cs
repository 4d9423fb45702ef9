namespace Doppel.Pooling.Tiers;

/// <summary>Knows the slots of all threads and lets one visitor at a time work on a pool's range in each.</summary>
internal static class ThreadVisit
{
    private static readonly Lock s_gate = new();
    private static readonly List<ThreadSlots> s_threads = [];

    /// <summary>What a visitor does with a pool's slots on one thread.</summary>
    internal delegate void Visitor<TState>(Span<Slot> slots, bool ownerIsDead, ref TState state)
        where TState : allows ref struct;

    /// <summary>How many threads are known; for tests of what is left behind.</summary>
    internal static int ThreadCount
    {
        get
        {
            lock (s_gate)
            {
                return s_threads.Count;
            }
        }
    }

    internal static void Register(ThreadSlots slots)
    {
        lock (s_gate)
        {
            s_threads.Add(slots);
        }
    }

    /// <summary>Makes room for a pool's slots on the calling thread.</summary>
    internal static void Grow(ThreadSlots own, int countMin)
    {
        if (own.Has(countMin))
        {
            return;
        }

        // Not during a visit: then the slots are with the visitor.
        lock (s_gate)
        {
            if (!own.Has(countMin))
            {
                own.Grow(countMin);
            }
        }
    }

    /// <summary>Visits the range on each thread while its owner is kept out. Waits for other visitors.</summary>
    /// <remarks>The visitor must not call out: threads that come by are sent to the next tier meanwhile.</remarks>
    internal static void Exclusively<TState>(int first, int count, ref TState state, Visitor<TState> visitor)
        where TState : allows ref struct
    {
        lock (s_gate)
        {
            foreach (ThreadSlots thread in s_threads)
            {
                thread.TakeAway();
            }

            try
            {
                // After this every processor sees that, and this one sees who is inside: see ThreadSlots.Enter.
                Interlocked.MemoryBarrierProcessWide();
                foreach (ThreadSlots thread in s_threads)
                {
                    bool isDead = !thread.Owner.IsAlive;
                    thread.WaitUntilLeft();
                    visitor(thread.Range(first, count), isDead, ref state);
                }
            }
            finally
            {
                foreach (ThreadSlots thread in s_threads)
                {
                    thread.BringBack();
                }
            }

            s_threads.RemoveAll(static thread => !thread.Owner.IsAlive && thread.IsEmpty());
        }
    }

    /// <summary>
    /// Looks at the range on each thread without keeping anybody out: what is read may change meanwhile.
    /// </summary>
    internal static void Glance<TState>(int first, int count, ref TState state, Visitor<TState> visitor)
        where TState : allows ref struct
    {
        lock (s_gate)
        {
            foreach (ThreadSlots thread in s_threads)
            {
                visitor(thread.Range(first, count), !thread.Owner.IsAlive, ref state);
            }
        }
    }
}
