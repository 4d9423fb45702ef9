using System.Text;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <content>Building and changing the tree, and finding nodes by path.</content>
public sealed partial class MemoryVolume
{
    /// <summary>Adds a file.</summary>
    public MemoryNode AddFile(Bytes path, Bytes content)
    {
        MemoryNode node = Add(path, EntryKind.File);
        node.Content = content.ToArray();
        return node;
    }

    /// <summary>Adds a file whose content is made when it is read.</summary>
    public MemoryNode AddFile(Bytes path, long size, ContentSource source)
    {
        MemoryNode node = Add(path, EntryKind.File);
        node.Generate(size, source);
        return node;
    }

    /// <summary>Adds a folder; an existing one is given back.</summary>
    public MemoryNode AddFolder(Bytes path)
    {
        lock (_gate)
        {
            return Folder(Split(path.Span));
        }
    }

    /// <summary>Adds a symbolic link, whether its target exists or not.</summary>
    public MemoryNode AddLink(Bytes path, Bytes target)
    {
        MemoryNode node = Add(path, EntryKind.Link);
        node.Content = target.ToArray();
        return node;
    }

    /// <summary>Adds a FIFO, socket or device node.</summary>
    public MemoryNode AddSpecial(Bytes path) => Add(path, EntryKind.Special);

    /// <summary>Gives an existing node another name.</summary>
    public MemoryNode AddHardLink(Bytes path, Bytes existing)
    {
        MemoryNode node = this[existing];
        Insert(path, node);
        node.AddLinks(1);
        return node;
    }

    /// <summary>The node at a path; links are not followed as last component.</summary>
    /// <exception cref="InvalidOperationException">There is none.</exception>
    public MemoryNode this[Bytes path] =>
        Find(FolderHandle.None, path.Span, LinkPolicy.Stay, out MemoryNode? node) is { Failed: true } error
            ? throw new InvalidOperationException($"{path}: {error.Kind}")
            : node!;

    /// <summary>Removes a name. Open handles keep its node alive.</summary>
    public void Remove(Bytes path)
    {
        lock (_gate)
        {
            string[] parts = Split(path.Span);
            MemoryNode parent = Folder(parts.AsSpan(0, parts.Length - 1));
            if (!parent.Entries!.Remove(parts[^1], out MemoryNode? node))
            {
                throw new InvalidOperationException($"{path} is not there.");
            }

            node.AddLinks(-1);
        }
    }

    /// <summary>Gives a node another place; what stood there loses its name.</summary>
    public void Move(Bytes from, Bytes to)
    {
        lock (_gate)
        {
            MemoryNode node = this[from];
            string[] source = Split(from.Span);
            string[] target = Split(to.Span);
            Folder(source.AsSpan(0, source.Length - 1)).Entries!.Remove(source[^1]);
            MemoryNode parent = Folder(target.AsSpan(0, target.Length - 1));
            if (parent.Entries!.Remove(target[^1], out MemoryNode? replaced))
            {
                replaced.AddLinks(-1);
            }

            parent.Entries.Add(target[^1], node);
            node.Parent = parent;
        }
    }

    /// <summary>Sets what is told about the file system of a device.</summary>
    public void SetMount(MountFacts facts)
    {
        ArgumentNullException.ThrowIfNull(facts);
        _mounts[facts.Device] = facts;
    }

    private static string[] Split(ReadOnlySpan<byte> path) =>
        Encoding.Latin1.GetString(path).Split('/', StringSplitOptions.RemoveEmptyEntries);

    private MemoryNode Add(Bytes path, EntryKind kind)
    {
        var node = new MemoryNode(kind, _device, Interlocked.Increment(ref _lastInode), null);
        Insert(path, node);
        return node;
    }

    private void Insert(Bytes path, MemoryNode node)
    {
        string[] parts = Split(path.Span);
        if (parts.Length == 0 || parts[^1].Length > NameBytesMax)
        {
            throw new ArgumentException($"The last name of '{path}' must have 1 to 255 bytes.", nameof(path));
        }

        lock (_gate)
        {
            MemoryNode parent = Folder(parts.AsSpan(0, parts.Length - 1));
            if (!parent.Entries!.TryAdd(parts[^1], node))
            {
                throw new InvalidOperationException($"{path} exists.");
            }

            node.Parent ??= parent;
        }
    }

    // Makes what is missing; never goes through links.
    private MemoryNode Folder(ReadOnlySpan<string> parts)
    {
        MemoryNode folder = Root;
        foreach (string part in parts)
        {
            if (!folder.Entries!.TryGetValue(part, out MemoryNode? next))
            {
                next = new MemoryNode(EntryKind.Folder, folder.Device, Interlocked.Increment(ref _lastInode), folder);
                folder.Entries.Add(part, next);
            }

            folder = next.Kind == EntryKind.Folder
                ? next
                : throw new InvalidOperationException($"'{part}' is no folder.");
        }

        return folder;
    }

    private VolumeError Find(FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out MemoryNode? found)
    {
        found = null;
        if (path.Contains((byte)0))
        {
            return Errors.BadName;
        }

        MemoryNode start = at == FolderHandle.None ? Root : OpenNode(at.Value);
        if (path.IsEmpty && at == FolderHandle.None)
        {
            return Errors.Vanished;
        }

        lock (_gate)
        {
            return Walk(path is [(byte)'/', ..] ? Root : start, Split(path), links, out found);
        }
    }

    private VolumeError Walk(MemoryNode start, string[] parts, LinkPolicy links, out MemoryNode? found)
    {
        found = null;
        MemoryNode node = start;
        int hops = 0;
        var ahead = new Stack<string>(parts.Reverse());
        while (ahead.TryPop(out string? part))
        {
            VolumeError error = Step(node, part, out MemoryNode? next);
            if (error.Failed)
            {
                return error;
            }

            if (next!.Kind == EntryKind.Link && (ahead.Count > 0 || links == LinkPolicy.Follow))
            {
                if (++hops > LinkHopsMax)
                {
                    return Errors.IsLink;
                }

                byte[] target = next.Content;
                node = target is [(byte)'/', ..] ? Root : node;
                foreach (string hop in Split(target).Reverse())
                {
                    ahead.Push(hop);
                }

                continue;
            }

            node = next;
        }

        found = node;
        return VolumeError.None;
    }

    private static VolumeError Step(MemoryNode folder, string name, out MemoryNode? next)
    {
        next = folder;
        if (folder.Entries is null)
        {
            return Errors.NoFolder;
        }

        if (folder.Failure.Failed)
        {
            return folder.Failure;
        }

        if (name.Length > NameBytesMax)
        {
            return Errors.NameTooLong;
        }

        if (name == "..")
        {
            next = folder.Parent;
            return VolumeError.None;
        }

        return name == "." || folder.Entries.TryGetValue(name, out next) ? VolumeError.None : Errors.Vanished;
    }
}
