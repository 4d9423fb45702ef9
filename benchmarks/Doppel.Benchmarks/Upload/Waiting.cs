using System.Runtime.ExceptionServices;

namespace Doppel.Benchmarks.Upload;

/// <summary>
/// The one place of the suite where a thread waits for work that awaits: suites are started by methods that
/// return.
/// </summary>
internal static class Waiting
{
    /// <summary>Runs the work on the thread pool and waits for its end; an error comes out as it went in.</summary>
    public static void For(Func<Task> work)
    {
        try
        {
            Task.Run(work).Wait();
        }
        catch (AggregateException all)
        {
            ExceptionDispatchInfo.Throw(all.InnerException ?? all);
        }
    }
}
