using System.Buffers;
using System.Text;

namespace Doppel.Volumes;

/// <content>Lists the bucket once, and folders from what was listed.</content>
public sealed partial class S3Volume
{
    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        ArgumentNullException.ThrowIfNull(visitor);
        VolumeError error = Listed(out KeyIndex? index);
        S3Folder? open = _folders.Find(folder.Value);
        if (error.Failed || open is null)
        {
            return error || new VolumeError(VolumeErrorKind.Vanished);
        }

        if (open.IsTop)
        {
            ListTop(visitor);
            return VolumeError.None;
        }

        byte[] buffer = ArrayPool<byte>.Shared.Rent(index!.KeyBytesMax + 1);
        List(index, (byte[])open.Prefix.Clone(), visitor, buffer);
        ArrayPool<byte>.Shared.Return(buffer);
        return VolumeError.None;
    }

    /// <summary>Lists the bucket anew. What is open keeps what it knows; folders show the new listing.</summary>
    internal VolumeError Relist()
    {
        lock (_listGate)
        {
            return ListBucket();
        }
    }

    private VolumeError Listed(out KeyIndex? index)
    {
        index = _index;
        if (index is not null)
        {
            return VolumeError.None;
        }

        lock (_listGate)
        {
            VolumeError error = _index is null ? ListBucket() : VolumeError.None;
            index = _index;
            return error;
        }
    }

    private VolumeError ListBucket()
    {
        try
        {
            KeyIndex? index = new Blocker().Wait(new ValueTask<KeyIndex?>(ListBucketAsync(_stop.Token)));
            if (index is null)
            {
                return _failures.TooMany();
            }

            // An earlier index may be in use, so all stay until the end.
            _indexes.Add(index);
            _index = index;
            return VolumeError.None;
        }
        catch (Exception failure) when (S3Failures.IsFailure(failure))
        {
            return _failures.Of(failure);
        }
    }

    private async Task<KeyIndex?> ListBucketAsync(CancellationToken cancellationToken)
    {
        using var builder = new KeyIndexBuilder();
        bool isWhole = await _listing.ListAsync(builder.Add, cancellationToken).ConfigureAwait(false);
        return isWhole ? builder.ToIndex() : null;
    }

    private void ListTop(IEntryVisitor visitor)
    {
        if (visitor.Wants(_bucketName, EntryKind.Folder))
        {
            visitor.Visit(_bucketName, FolderFacts(isTop: false, prefix: default));
        }
    }

    private void List(KeyIndex index, byte[] prefix, IEntryVisitor visitor, Span<byte> buffer)
    {
        ReportRootObject(index, prefix, visitor);
        Range range = index.Below(prefix);
        int number = range.Start.Value;
        int end = range.End.Value;
        if (number == end)
        {
            return;
        }

        var cursor = new KeyCursor(index, buffer);
        cursor.MoveTo(number);
        while (true)
        {
            ReadOnlySpan<byte> name = cursor.Key.Slice(prefix.Length);
            int slash = name.IndexOf((byte)'/');
            int next = number + 1;
            if (slash >= 0)
            {
                next = EndOf(index, prefix, name.Slice(0, slash), number, end);
                VisitFolder(index, prefix.Length, slash, ref cursor, next, visitor);
            }
            else
            {
                VisitObject(index, prefix, ref cursor, visitor);
            }

            if (next == end)
            {
                return;
            }

            MoveTo(ref cursor, next);
            number = next;
        }
    }

    // Nobody lists the folder above the root, so an object with the root's own name is reported in the root.
    private void ReportRootObject(KeyIndex index, ReadOnlySpan<byte> prefix, IEntryVisitor visitor)
    {
        foreach (S3Root root in _listing.Roots)
        {
            bool isRoot = root.MayBeObject && prefix.SequenceEqual(Encoding.UTF8.GetBytes(root.Prefix));
            if (!isRoot)
            {
                continue;
            }

            index.Find(prefix.Slice(0, prefix.Length - 1), out bool isObject);
            if (isObject)
            {
                Fail([], BadName(KeyProblem.FileAndFolder), visitor);
            }
        }
    }

    private static void MoveTo(ref KeyCursor cursor, int number)
    {
        if (cursor.Number + 1 == number)
        {
            cursor.MoveNext();
        }
        else if (cursor.Number != number)
        {
            cursor.MoveTo(number);
        }
    }

    // The number of the first object after those of a folder.
    private static int EndOf(KeyIndex index, byte[] prefix, ReadOnlySpan<byte> name, int number, int end)
    {
        byte[] child = ArrayPool<byte>.Shared.Rent(prefix.Length + name.Length + 1);
        int length = prefix.Length + name.Length + 1;
        prefix.CopyTo(child, 0);
        name.CopyTo(child.AsSpan(prefix.Length));
        child[length - 1] = (byte)'/' + 1;
        int found = index.Find(child.AsSpan(0, length), out _);
        ArrayPool<byte>.Shared.Return(child);
        return Math.Clamp(found, number + 1, end);
    }

    private void VisitFolder(
        KeyIndex index, int prefixLength, int nameLength, ref KeyCursor cursor, int next, IEntryVisitor visitor)
    {
        ReadOnlySpan<byte> name = cursor.Key.Slice(prefixLength, nameLength);
        VolumeError problem = ProblemOf(name, prefixLength + nameLength);
        if (!problem.Failed)
        {
            if (visitor.Wants(name, EntryKind.Folder))
            {
                visitor.Visit(name, FolderFacts(isTop: false, cursor.Key.Slice(0, prefixLength + nameLength + 1)));
            }

            return;
        }

        for (int number = cursor.Number; number < next; number++)
        {
            MoveTo(ref cursor, number);
            Fail(cursor.Key.Slice(prefixLength), problem, visitor);
        }
    }

    private void VisitObject(KeyIndex index, byte[] prefix, ref KeyCursor cursor, IEntryVisitor visitor)
    {
        ReadOnlySpan<byte> name = cursor.Key.Slice(prefix.Length);
        bool isFolderItself = name.IsEmpty && prefix.Length > 0;
        if (isFolderItself)
        {
            if (index[cursor.Number].Size > 0)
            {
                Fail(name, BadName(KeyProblem.FolderWithContent), visitor);
            }

            return;
        }

        VolumeError problem = ProblemOf(name, cursor.Key.Length);
        bool isFolder = !problem.Failed && cursor.NextExtends() && HasFolder(index, cursor.Key);
        if (isFolder)
        {
            problem = BadName(KeyProblem.FileAndFolder);
        }

        if (problem.Failed)
        {
            Fail(name, problem, visitor);
        }
        else if (visitor.Wants(name, EntryKind.File))
        {
            visitor.Visit(name, FactsOf(index, cursor.Number, cursor.Key));
        }
    }

    private static bool HasFolder(KeyIndex index, ReadOnlySpan<byte> key)
    {
        Span<byte> prefix = stackalloc byte[FollowedKey.RoomBytes];
        key.CopyTo(prefix);
        prefix[key.Length] = (byte)'/';
        return !IsEmpty(index.Below(prefix.Slice(0, key.Length + 1)));
    }

    private static VolumeError ProblemOf(ReadOnlySpan<byte> name, int keyLength)
    {
        KeyProblem problem = KeyNames.ProblemOf(name);
        if (problem != KeyProblem.None)
        {
            return BadName(problem);
        }

        return keyLength > FollowedKey.KeyBytesMax ? new VolumeError(VolumeErrorKind.NameTooLong) : VolumeError.None;
    }

    private static VolumeError BadName(KeyProblem problem) => new(VolumeErrorKind.BadName, (int)problem);

    // The kind is not told: names like these must not be judged by what files are called.
    private static void Fail(ReadOnlySpan<byte> name, VolumeError problem, IEntryVisitor visitor)
    {
        if (visitor.Wants(name, EntryKind.Unknown))
        {
            visitor.Fail(name, problem);
        }
    }
}
