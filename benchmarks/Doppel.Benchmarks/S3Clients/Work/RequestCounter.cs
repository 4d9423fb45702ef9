using System.Diagnostics.Tracing;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>Counts the requests that this process sends over the framework's stack, whoever sends them.</summary>
internal sealed class RequestCounter : EventListener
{
    private int _requests;

    /// <summary>Requests that were begun.</summary>
    public int Requests => Volatile.Read(ref _requests);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Net.Http")
        {
            EnableEvents(eventSource, EventLevel.Informational);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName == "RequestStart")
        {
            Interlocked.Increment(ref _requests);
        }
    }
}
