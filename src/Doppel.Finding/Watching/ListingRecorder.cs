using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Passes a listing on and records it.</summary>
internal sealed class ListingRecorder : IEntryVisitor, IDisposable
{
    private const int NameBytesMax = ushort.MaxValue;

    private readonly NativeList<byte> _listing = new();
    private readonly List<FileFacts> _linked = [];
    private IEntryVisitor? _visitor;
    private ulong _device;

    /// <summary>Gets what was recorded.</summary>
    internal ReadOnlySpan<byte> Listing => _listing.Span;

    /// <summary>Gets the files with several names.</summary>
    internal IReadOnlyList<FileFacts> Linked => _linked;

    /// <summary>Gets whether every entry was recorded.</summary>
    internal bool IsComplete { get; private set; }

    /// <summary>Begins the listing of a folder.</summary>
    internal void Begin(IEntryVisitor visitor, ulong device)
    {
        (_visitor, _device) = (visitor, device);
        _listing.Clear();
        _linked.Clear();
        IsComplete = true;
    }

    public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => _visitor!.Wants(name, kind);

    public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
    {
        if (name.Length > NameBytesMax)
        {
            IsComplete = false;
        }
        else
        {
            RememberedEntry.Add(_listing, name, facts, _device);
        }

        if (facts.Kind == EntryKind.File && facts.Links > 1)
        {
            _linked.Add(facts);
        }

        _visitor!.Visit(name, facts);
    }

    public void Fail(ReadOnlySpan<byte> name, VolumeError failure)
    {
        IsComplete = false;
        _visitor!.Fail(name, failure);
    }

    public void Dispose() => _listing.Dispose();
}
