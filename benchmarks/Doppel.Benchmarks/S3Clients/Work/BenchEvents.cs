using System.Diagnostics.Tracing;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>Tells a trace which step of a round begins.</summary>
[EventSource(Name = SourceName)]
internal sealed class BenchEvents : EventSource
{
    /// <summary>The name in traces.</summary>
    public const string SourceName = "Doppel-Benchmarks";

    /// <summary>The one that there is.</summary>
    public static BenchEvents Log { get; } = new();

    /// <summary>The step with this number begins; behind the last one the number is how many there are.</summary>
    [Event(1)]
    public void Step(int number)
    {
        if (IsEnabled())
        {
            WriteEvent(1, number);
        }
    }
}
