using System.Text.Unicode;

namespace Doppel.Volumes;

/// <content>Finds what a path leads to, and gives the facts of it.</content>
public sealed partial class S3Volume
{
    // What is found at a path: the number of an object, or this.
    private const int FolderNumber = -1;

    private const int NanosecondsExcl = 1_000_000_000;
    private const uint ReadableByAll = 0x124;
    private const uint SearchableByAll = 0x16D;

    /// <summary>Returns what reads have found out about an object, as an error.</summary>
    internal static VolumeError ErrorOf(ObjectStates states)
    {
        if ((states & ObjectStates.Vanished) != 0)
        {
            return new VolumeError(VolumeErrorKind.Vanished);
        }

        return (states & ObjectStates.Changed) != 0 ? new VolumeError(VolumeErrorKind.Changed) : VolumeError.None;
    }

    private VolumeError Locate(
        FolderHandle at, ReadOnlySpan<byte> path, ref FollowedKey target, out KeyIndex? index, out int number)
    {
        number = FolderNumber;
        VolumeError error = Listed(out index) || Check(path) || Begin(at, path, ref target);
        if (error.Failed)
        {
            return error;
        }

        foreach (Range part in path.Split((byte)'/'))
        {
            error = Step(index!, path[part], ref target);
            if (error.Failed)
            {
                return error;
            }
        }

        return Find(index!, ref target, out number);
    }

    private static VolumeError Check(ReadOnlySpan<byte> path)
    {
        if (path.Contains((byte)0))
        {
            return new VolumeError(VolumeErrorKind.BadName, (int)KeyProblem.Nul);
        }

        return Utf8.IsValid(path)
            ? VolumeError.None
            : new VolumeError(VolumeErrorKind.BadName, (int)KeyProblem.NotText);
    }

    private VolumeError Begin(FolderHandle at, ReadOnlySpan<byte> path, ref FollowedKey target)
    {
        bool isAbsolute = at == FolderHandle.None || path.StartsWith("/"u8);
        if (isAbsolute)
        {
            return VolumeError.None;
        }

        S3Folder? folder = _folders.Find(at.Value);
        if (folder is null)
        {
            return new VolumeError(VolumeErrorKind.Vanished);
        }

        target.StartAt(folder);
        return VolumeError.None;
    }

    private VolumeError Step(KeyIndex index, ReadOnlySpan<byte> name, ref FollowedKey target)
    {
        switch (name)
        {
            case [] or [(byte)'.']:
                return VolumeError.None;
            case [(byte)'.', (byte)'.']:
                VolumeError error = Find(index, ref target, out int number);
                target.GoUp();
                return number == FolderNumber ? error : new VolumeError(VolumeErrorKind.Vanished);
        }

        if (target.IsTop)
        {
            target.EnterBucket();
            return name.SequenceEqual(_bucketName)
                ? VolumeError.None
                : new VolumeError(VolumeErrorKind.Vanished);
        }

        return target.TryAdd(name) ? VolumeError.None : new VolumeError(VolumeErrorKind.NameTooLong);
    }

    private static VolumeError Find(KeyIndex index, ref FollowedKey target, out int number)
    {
        number = FolderNumber;
        if (target.Key.IsEmpty || !IsEmpty(index.Below(target.ToPrefix())))
        {
            return VolumeError.None;
        }

        int found = index.Find(target.Key, out bool isEqual);
        if (!isEqual)
        {
            return new VolumeError(VolumeErrorKind.Vanished);
        }

        number = found;
        return VolumeError.None;
    }

    private static bool IsEmpty(Range range) => range.Start.Value == range.End.Value;

    private FileFacts FolderFacts(bool isTop, ReadOnlySpan<byte> prefix) => new()
    {
        Kind = EntryKind.Folder,
        Device = _mount.Device,
        Inode = KeyNames.InodeOf(isTop ? "/"u8 : prefix),
        Mode = SearchableByAll,
    };

    private FileFacts FactsOf(KeyIndex index, int number, ReadOnlySpan<byte> key)
    {
        ref ObjectRow row = ref index[number];
        var modified = row.ModifiedTicks == 0
            ? default
            : FileTime.From(new DateTimeOffset(row.ModifiedTicks, TimeSpan.Zero));
        UInt128 tag = row.Shape == TagShape.Text
            ? KeyNames.InodeOf(System.Text.Encoding.UTF8.GetBytes(index.TagOf(number)!))
            : (UInt128)row.Tag + row.Parts;
        return new FileFacts
        {
            Kind = EntryKind.File,
            Offline = (row.States & ObjectStates.Archived) != 0,
            Size = row.Size,
            Device = _mount.Device,
            Inode = KeyNames.InodeOf(key),
            Links = 1,
            Allocated = row.Size,
            Mode = ReadableByAll,
            Modified = modified,
            Changed = modified with { Nanoseconds = (int)(tag % NanosecondsExcl) },
        };
    }
}
