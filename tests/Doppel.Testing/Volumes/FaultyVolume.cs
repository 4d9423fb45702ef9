using System.Text;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>A volume on which things go wrong by rule. Everything else goes to the volume below.</summary>
/// <remarks>Thread-safe. With no rules it behaves as the volume below and counts.</remarks>
public sealed class FaultyVolume(IVolume inner, params Fault[] faults) : IVolume
{
    /// <summary>What was asked and what is open.</summary>
    public VolumeCounters Counters { get; } = new();

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        string text = Counters.Join(at, path);
        folder = FolderHandle.None;
        facts = default;
        VolumeError error = Enter(VolumeCall.OpenFolder, text, out Fault? fault);
        if (!error.Failed)
        {
            error = inner.OpenFolder(at, path, links, out folder, out facts);
            if (!error.Failed)
            {
                Counters.Opened(folder, text);
            }
        }

        Leave(fault, text, error, ref facts);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        string text = Counters.PathOf(folder);
        VolumeError error = Enter(VolumeCall.List, text, out Fault? fault);
        if (!error.Failed)
        {
            error = inner.List(folder, wanted, new EntryFaults(this, text, visitor));
        }

        FileFacts none = default;
        Leave(fault, text, error, ref none);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        string text = Counters.Join(at, path);
        facts = default;
        VolumeError error = Enter(VolumeCall.Stat, text, out Fault? fault)
            || inner.Stat(at, path, links, wanted, out facts);
        Leave(fault, text, error, ref facts);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        string text = Counters.Join(at, path);
        file = FileHandle.None;
        facts = default;
        VolumeError error = Enter(VolumeCall.OpenFile, text, out Fault? fault);
        if (!error.Failed)
        {
            error = inner.OpenFile(at, path, out file, out facts);
            if (!error.Failed)
            {
                Counters.Opened(file, text);
            }
        }

        Leave(fault, text, error, ref facts);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        string text = Counters.PathOf(file);
        Counters.Count(VolumeCall.Read);
        Fault? fault = Match(VolumeCall.Read, text);
        fault?.Before?.Invoke(text);
        read = 0;
        VolumeError error = VolumeError.None;

        // A rule that both shortens and fails is a device that breaks in the middle: what came before stays.
        if (fault is null || !fault.Error.Failed || fault.ShortenTo is not null)
        {
            error = inner.Read(file, offset, buffer, out read);
        }

        if (fault is not null && !error.Failed)
        {
            read = Math.Min(read, fault.ShortenTo ?? read);
            fault.Content?.Invoke(offset, buffer[..read]);
            error = fault.Error;
        }

        Counters.CountBytes(read);
        fault?.After?.Invoke(text);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError CheckWriters(FileHandle file)
    {
        string text = Counters.PathOf(file);
        VolumeError error = Enter(VolumeCall.CheckWriters, text, out Fault? fault) || inner.CheckWriters(file);
        FileFacts none = default;
        Leave(fault, text, error, ref none);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        string text = Counters.PathOf(file);
        facts = default;
        VolumeError error = Enter(VolumeCall.StatFile, text, out Fault? fault) || inner.Stat(file, out facts);
        Leave(fault, text, error, ref facts);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        ArgumentNullException.ThrowIfNull(extents);
        string text = Counters.PathOf(file);
        extents.Clear();
        VolumeError error = Enter(VolumeCall.Extents, text, out Fault? fault)
            || inner.Extents(file, query, extents);
        if (!error.Failed)
        {
            fault?.Extents?.Invoke(extents);
        }

        FileFacts none = default;
        Leave(fault, text, error, ref none);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        string text = Counters.Join(at, path);
        target = [];
        VolumeError error = Enter(VolumeCall.ReadLink, text, out Fault? fault)
            || inner.ReadLink(at, path, out target);
        FileFacts none = default;
        Leave(fault, text, error, ref none);
        return error;
    }

    /// <inheritdoc/>
    public void Close(FileHandle file)
    {
        Counters.Closing(file);
        inner.Close(file);
    }

    /// <inheritdoc/>
    public void Close(FolderHandle folder)
    {
        Counters.Closing(folder);
        inner.Close(folder);
    }

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder)
    {
        _ = Enter(VolumeCall.MountOf, Counters.PathOf(folder), out _);
        return inner.MountOf(folder);
    }

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => inner.Describe(failure);

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        string text = Counters.Join(at, path);
        latency = default;
        VolumeError error = Enter(VolumeCall.Probe, text, out Fault? fault)
            || inner.Probe(at, path, out latency);
        FileFacts none = default;
        Leave(fault, text, error, ref none);
        return error;
    }

    private Fault? Match(VolumeCall call, string path)
    {
        Fault? met = null;
        foreach (Fault fault in faults)
        {
            // Every rule counts every matching call, also when an earlier rule decides it.
            if (fault.Meets(call, path))
            {
                met ??= fault;
            }
        }

        return met;
    }

    private VolumeError Enter(VolumeCall call, string path, out Fault? fault)
    {
        Counters.Count(call);
        fault = Match(call, path);
        fault?.Before?.Invoke(path);
        return fault?.Error ?? VolumeError.None;
    }

    private static void Leave(Fault? fault, string path, VolumeError error, ref FileFacts facts)
    {
        if (!error.Failed && fault?.Facts is { } change)
        {
            facts = change(facts);
        }

        fault?.After?.Invoke(path);
    }

    private sealed class EntryFaults(FaultyVolume volume, string folder, IEntryVisitor visitor) : IEntryVisitor
    {
        public bool Wants(ReadOnlySpan<byte> name, EntryKind kind) => visitor.Wants(name, kind);

        public void Visit(ReadOnlySpan<byte> name, in FileFacts facts)
        {
            string path = folder.TrimEnd('/') + "/" + Encoding.UTF8.GetString(name);
            VolumeError error = volume.Enter(VolumeCall.Entry, path, out Fault? fault);
            FileFacts seen = facts;
            Leave(fault, path, error, ref seen);
            if (error.Failed)
            {
                visitor.Fail(name, error);
            }
            else
            {
                visitor.Visit(name, seen);
            }
        }

        public void Fail(ReadOnlySpan<byte> name, VolumeError failure) => visitor.Fail(name, failure);
    }
}
