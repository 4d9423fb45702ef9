using System.Text;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>Keeps what a listing tells. For one listing at a time.</summary>
public sealed class EntryCollector : IEntryVisitor
{
    /// <summary>Decides which entries are wanted, by name (bytes as Latin-1) and kind. Default: all.</summary>
    public Func<string, EntryKind, bool> Filter { get; init; } = static (_, _) => true;

    /// <summary>The entries in the order in which they came.</summary>
    public List<ListedEntry> Entries { get; } = [];

    /// <summary>The kinds that <see cref="IEntryVisitor.Wants"/> was told, by name.</summary>
    public List<(string Name, EntryKind Kind)> Asked { get; } = [];

    /// <summary>Lists a folder.</summary>
    /// <returns>This, filled, when the listing succeeded.</returns>
    /// <exception cref="InvalidOperationException">The listing failed.</exception>
    public static EntryCollector List(IVolume volume, FolderHandle folder, FactFields wanted = FactFields.All)
    {
        ArgumentNullException.ThrowIfNull(volume);
        var collector = new EntryCollector();
        VolumeError error = volume.List(folder, wanted, collector);
        return error.Failed ? throw new InvalidOperationException($"Listing failed: {error}") : collector;
    }

    /// <inheritdoc/>
    public bool Wants(ReadOnlySpan<byte> name, EntryKind kind)
    {
        string text = Encoding.Latin1.GetString(name);
        Asked.Add((text, kind));
        return Filter(text, kind);
    }

    /// <inheritdoc/>
    public void Visit(ReadOnlySpan<byte> name, in FileFacts facts) =>
        Entries.Add(new ListedEntry(Encoding.Latin1.GetString(name), facts, VolumeError.None));

    /// <inheritdoc/>
    public void Fail(ReadOnlySpan<byte> name, VolumeError failure) =>
        Entries.Add(new ListedEntry(Encoding.Latin1.GetString(name), default, failure));
}
