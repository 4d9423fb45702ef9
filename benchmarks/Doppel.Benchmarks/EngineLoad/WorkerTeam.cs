using System.Runtime.ExceptionServices;

namespace Doppel.Benchmarks.EngineLoad;

/// <summary>Runs one piece of work on several threads and waits for all of them.</summary>
internal static class WorkerTeam
{
    // Workers render paths and list folders on the stack, never more than about 100 KiB.
    private const int StackBytes = 1 << 20;

    /// <summary>
    /// Runs <paramref name="work"/> on each of <paramref name="threads"/> threads, the caller's among them.
    /// </summary>
    /// <remarks>The first exception of any worker is thrown again here, after all have ended.</remarks>
    internal static void Run(int threads, Action<int> work)
    {
        ExceptionDispatchInfo? failure = null;
        var others = new Thread[threads - 1];
        for (int i = 0; i < others.Length; i++)
        {
            int worker = i + 1;
            others[i] = new Thread(() => Guard(worker), StackBytes) { IsBackground = true, Name = "doppel worker" };
            others[i].Start();
        }

        Guard(0);
        foreach (Thread other in others)
        {
            other.Join();
        }

        failure?.Throw();

        void Guard(int worker)
        {
            try
            {
                work(worker);
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref failure, ExceptionDispatchInfo.Capture(exception), null);
            }
        }
    }
}
