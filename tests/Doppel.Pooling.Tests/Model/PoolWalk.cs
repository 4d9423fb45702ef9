using System.Collections.Concurrent;

namespace Doppel.Pooling.Tests.Model;

/// <summary>
/// Random use of a pool by several threads, and what must hold during it, between its parts and at its end.
/// </summary>
internal sealed class PoolWalk<T>(ModelledPool<T> pool, int seed)
    where T : class
{
    private const int Parts = 3;
    private const int HeldMax = 8;
    private const int Steps = 1500;

    private static readonly int[] s_crews = [2, 3, 4, 8, 16];

    // What one thread rented and another will return.
    private readonly ConcurrentQueue<Held<T>> _handed = [];

    internal void Run()
    {
        var random = new Random(seed);
        int threads = s_crews[random.Next(s_crews.Length)];
        var held = new List<Held<T>>[threads];
        for (int i = 0; i < threads; i++)
        {
            held[i] = [];
        }

        // Each part has threads of its own: what was rented in one is returned by another thread, after the first
        // ended.
        for (int part = 0; part < Parts; part++)
        {
            int partSeed = random.Next();
            Crew.Run(threads, number => Walk(new Random(partSeed + number), held[number]));
            pool.VerifyQuiet([.. held.SelectMany(static own => own), .. _handed]);
        }

        Crew.Run(threads, number => ReturnAll(held[number]));
        while (_handed.TryDequeue(out Held<T> one))
        {
            pool.Return(one);
        }

        PoolStatistics end = pool.GetStatistics();
        Assert.Equal(end.Rented, end.Returned);
        pool.VerifyQuiet([]);
        End(random, threads, held);
    }

    private static Held<T> Pick(List<Held<T>> held, Random random)
    {
        int at = random.Next(held.Count);
        Held<T> one = held[at];
        held[at] = held[^1];
        held.RemoveAt(held.Count - 1);
        return one;
    }

    private void Walk(Random random, List<Held<T>> held)
    {
        for (int step = 0; step < Steps; step++)
        {
            switch (random.Next(100))
            {
                case < 45 when held.Count < HeldMax:
                    held.Add(pool.Rent(random));
                    break;
                case < 80 when held.Count > 0:
                    pool.Return(Pick(held, random));
                    break;
                case < 88 when held.Count > 0:
                    _handed.Enqueue(Pick(held, random));
                    break;
                case < 96 when _handed.TryDequeue(out Held<T> one):
                    pool.Return(one);
                    break;
                case 96 or 97:
                    Look();
                    break;
                case 98 when random.Next(5) == 0:
                    pool.Clear();
                    break;
                case 99 when random.Next(3) == 0:
                    pool.Clock.Advance(Pools.IdleTime / 5);
                    break;
                default:
                    break;
            }
        }
    }

    private void Look()
    {
        PoolStatistics now = pool.GetStatistics();
        Assert.InRange(now.BytesReserved, 0, now.BytesMax);
        Assert.InRange(now.Hits, 0, long.MaxValue);
    }

    private void ReturnAll(List<Held<T>> held)
    {
        foreach (Held<T> one in held)
        {
            pool.Return(one);
        }

        held.Clear();
    }

    // Dispose under use: nothing can be rented from some moment on, and what comes back is ended.
    private void End(Random random, int threads, List<Held<T>>[] held)
    {
        int endSeed = random.Next();
        Crew.Run(threads, number =>
        {
            var own = new Random(endSeed + number);
            int steps = own.Next(300);
            for (int step = 0; number != 0 || step < steps; step++)
            {
                try
                {
                    held[number].Add(pool.Rent(own));
                }
                catch (ObjectDisposedException)
                {
                    return;
                }

                if (held[number].Count == HeldMax)
                {
                    ReturnAll(held[number]);
                }
            }

            pool.Dispose();
        });
        Crew.Run(threads, number => ReturnAll(held[number]));
        pool.VerifyEnd();
    }
}
