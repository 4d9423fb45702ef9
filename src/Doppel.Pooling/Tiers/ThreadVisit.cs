namespace Doppel.Pooling;

/// <summary>Tracks the slots of all threads, and lets one visitor at a time access a pool's range on each.</summary>
internal static class ThreadVisit
{
    private static readonly Lock s_gate = new();
    private static readonly List<ThreadSlots> s_threads = [];

    /// <summary>Processes a pool's slots on one thread.</summary>
    internal delegate void Visitor<TState>(Span<Slot> slots, bool ownerIsDead, ref TState state)
        where TState : allows ref struct;

    /// <summary>The number of registered threads. For leak tests.</summary>
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

    /// <summary>Allocates a pool's slots on the calling thread.</summary>
    internal static void Grow(ThreadSlots own, int countMin)
    {
        if (own.Has(countMin))
        {
            return;
        }

        // The lock excludes visits: during one, the visitor has the slots.
        lock (s_gate)
        {
            if (!own.Has(countMin))
            {
                own.Grow(countMin);
            }
        }
    }

    /// <summary>Visits the range on each thread while its owner is kept out. Waits for other visitors.</summary>
    /// <remarks>
    /// The visitor must not call other code: meanwhile, threads that need their slots have to use the next tier.
    /// </remarks>
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
                // After this, every processor sees the change, and this one sees which owners are inside: see
                // ThreadSlots.Enter.
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

    /// <summary>Reads the range on each thread without keeping the owner out, so values may change meanwhile.</summary>
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
