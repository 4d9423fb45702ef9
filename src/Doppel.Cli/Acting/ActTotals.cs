using Doppel.Acting;

namespace Doppel.Cli;

/// <summary>Counts the results of an action, and renders them as a line of JSON.</summary>
internal sealed class ActTotals
{
    private long _names;
    private long _folders;
    private long _links;
    private long _skipped;
    private long _idle;
    private long _freedBytes;

    /// <summary>Adds the result for one name.</summary>
    internal void Add(ActResult result)
    {
        _freedBytes += result.FreedBytes;
        switch (result.Status)
        {
            case ActStatus.Done when result.IsFolder:
                _folders++;
                break;
            case ActStatus.Done when result.IsLink:
                _links++;
                break;
            case ActStatus.Done:
                _names++;
                break;
            case ActStatus.Idle:
                _idle++;
                break;
            default:
                _skipped += result.Reason == ActResult.Interrupted ? 0 : 1;
                break;
        }
    }

    /// <summary>Returns a line with one object.</summary>
    /// <param name="action">The word for the action, such as "trash".</param>
    /// <param name="id">The ID of the run; null if there was nothing to do.</param>
    /// <param name="notStarted">The number of names that an interrupted run has not started; null otherwise.</param>
    internal string ToJson(string action, string? id, long? notStarted) => JsonLine.Of(json =>
    {
        json.WriteString("type", "result");
        json.WriteString("action", action);
        if (id is not null)
        {
            json.WriteString("run", id);
        }

        json.WriteNumber("done", _names);
        json.WriteNumber("skipped", _skipped);
        json.WriteNumber("idle", _idle);
        json.WriteNumber("links", _links);
        json.WriteNumber("folders", _folders);
        json.WriteNumber("freed_bytes", _freedBytes);
        json.WriteBoolean("interrupted", notStarted is not null);
        if (notStarted is { } names)
        {
            json.WriteNumber("not_started", names);
        }
    });
}
