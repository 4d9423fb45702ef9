using System.Runtime.ExceptionServices;

namespace Doppel.Lab;

/// <summary>Runs threads that read together and finish together.</summary>
internal static class ReaderTeam
{
    // Readers keep their blocks on the heap.
    private const int StackBytes = 256 * 1024;

    /// <summary>Reads files on a number of threads, each of which takes one file after another.</summary>
    /// <param name="run">The run.</param>
    /// <param name="width">The number of threads, including the calling thread.</param>
    /// <param name="makeReader">
    /// Creates what one thread calls with the position of each of its files in the order.
    /// </param>
    /// <exception cref="RefusedException">The system does not provide this many threads.</exception>
    internal static void Read(ReadRun run, int width, Func<Action<int>> makeReader)
    {
        int taken = -1;
        ExceptionDispatchInfo? failure = null;
        if (width <= 1)
        {
            Work();
        }
        else
        {
            RunThreads(run, width, Work);
        }

        failure?.Throw();

        void Work()
        {
            try
            {
                Action<int> read = makeReader();
                for (int i = Interlocked.Increment(ref taken); i < run.Files.Count && failure is null;
                    i = Interlocked.Increment(ref taken))
                {
                    read(i);
                }
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref failure, ExceptionDispatchInfo.Capture(exception), null);
            }
        }
    }

    private static void RunThreads(ReadRun run, int width, Action work)
    {
        int left = width;
        var threads = new Thread[width];
        for (int i = 0; i < width; i++)
        {
            threads[i] = new Thread(() =>
            {
                work();
                if (Interlocked.Decrement(ref left) == 0)
                {
                    // The joining thread can run from here on. Simulated time must not advance before it does.
                    run.Watch?.Resume(1);
                }

                run.Watch?.Suspend();
            }, StackBytes)
            {
                IsBackground = true,
                Name = "lab reader",
            };
        }

        run.Watch?.Resume(width);
        for (int i = 0; i < width; i++)
        {
            try
            {
                threads[i].Start();
            }
            catch (OutOfMemoryException)
            {
                throw new RefusedException($"refused at {i} threads by the system");
            }
        }

        run.Watch?.Suspend();
        foreach (Thread thread in threads)
        {
            thread.Join();
        }
    }
}
