using System.Text.Json.Serialization;
using Doppel.Acting;
using Doppel.Finding;

namespace Doppel.Web;

/// <summary>Work in the background, and how far it is.</summary>
internal sealed class Activity : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private long _done;
    private long _total;

    /// <summary>Creates work that has not begun.</summary>
    /// <param name="kind">What is done.</param>
    /// <param name="action">The action of a run, if it is known.</param>
    internal Activity(ActivityKind kind, ActionKind? action) => (Kind, Action, Stop) = (kind, action, _stop.Token);

    /// <summary>Gets what is done.</summary>
    internal ActivityKind Kind { get; }

    /// <summary>Gets the action of a run that is carried out; null if it is not known.</summary>
    internal ActionKind? Action { get; }

    /// <summary>Gets the counters of a search.</summary>
    internal FindProgress Find { get; } = new();

    /// <summary>Gets the counters of a run.</summary>
    internal ActProgress Act { get; } = new();

    /// <summary>Gets the token that stops the work early. It can also be used after the end.</summary>
    internal CancellationToken Stop { get; }

    /// <summary>Gets how many items are done, and of how many; the total is 0 as long as it is not known.</summary>
    internal (long Done, long Total) Items => Kind switch
    {
        ActivityKind.Search when Find.Stage <= FindStage.Group => (Find.FilesSeen, 0),
        ActivityKind.Search => (Find.FilesDone, Find.FilesTotal),
        ActivityKind.Plan or ActivityKind.Review => (Volatile.Read(ref _done), Volatile.Read(ref _total)),
        _ => (Act.NamesDone, Act.NamesTotal),
    };

    /// <summary>Gets how many bytes are done, and of how many.</summary>
    internal (long Done, long Total) Bytes => Kind switch
    {
        ActivityKind.Search => (Find.BytesDone, Find.BytesTotal),
        ActivityKind.Plan or ActivityKind.Review => (0, 0),
        _ => (Act.BytesDone, Act.BytesTotal),
    };

    /// <summary>Sets how many groups are to be planned.</summary>
    internal void Expect(long total) => Volatile.Write(ref _total, total);

    /// <summary>Counts a group.</summary>
    internal void Count() => Volatile.Write(ref _done, _done + 1);

    /// <summary>Stops the work early.</summary>
    internal void Cancel() => _stop.Cancel();

    public void Dispose() => _stop.Dispose();
}

/// <summary>Specifies what is done in the background.</summary>
[JsonConverter(typeof(WordConverter<ActivityKind>))]
internal enum ActivityKind
{
    /// <summary>Searching, or reading a report.</summary>
    Search,

    /// <summary>Applying rules to all groups.</summary>
    Plan,

    /// <summary>Making the plan that is shown before it is carried out.</summary>
    Review,

    /// <summary>Carrying out a plan.</summary>
    Act,

    /// <summary>Undoing a run.</summary>
    Undo,

    /// <summary>Finishing an interrupted run.</summary>
    Resume,
}
