using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <content>Open files of mounts.</content>
internal sealed partial class MirrorVolume
{
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        if (Find(at) is not { } mounted)
        {
            return disk.OpenFile(at, path, out file, out facts);
        }

        file = FileHandle.None;
        string full = mounted.Path + "/" + Encoding.UTF8.GetString(path);
        VolumeError error = Stat(at, path, LinkPolicy.Stay, FactFields.All, out facts);
        if (error.Failed)
        {
            return error;
        }

        if (facts.Kind == EntryKind.Link)
        {
            return new VolumeError(VolumeErrorKind.IsLink);
        }

        if (mounted.Mount.StagedOf(full) is { } staged)
        {
            error = OpenParent(staged, out FolderHandle folder, out byte[] bare)
                || disk.OpenFile(folder, bare, out file, out _);
            disk.Close(folder);
            file = error.Failed ? FileHandle.None : Add(new MirrorFile(mounted.Mount, full, facts, null, file));
            return error;
        }

        byte[]? content = mounted.Mount.Kind.KeepsContents ? mounted.Mount.KeptContent(full) : null;

        // Which is asked first: the name, which may be gone, or the content, once it is read.
        if (!File.Exists(full) && content is null && !mounted.Mount.Kind.KeepsListing)
        {
            return Vanished;
        }

        file = Add(new MirrorFile(mounted.Mount, full, facts, content, FileHandle.None));
        return VolumeError.None;
    }

    public VolumeError MakeFile(FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file)
    {
        life.Step();
        file = FileHandle.None;
        if (Find(folder) is not { } mounted)
        {
            return disk.MakeFile(folder, name, mode, out file);
        }

        if (WhyNot(folder) is { } refused)
        {
            return refused;
        }

        string path = mounted.Path + "/" + Encoding.UTF8.GetString(name);
        VolumeError error;
        if (mounted.Mount.Kind.StoresLater)
        {
            if (File.Exists(path) || mounted.Mount.StagedOf(path) is not null)
            {
                return new VolumeError(VolumeErrorKind.Exists);
            }

            error = OpenParent(mounted.Mount.Stage(path), out FolderHandle staging, out byte[] bare)
                || disk.MakeFile(staging, bare, mode, out file);
            disk.Close(staging);
        }
        else
        {
            error = Note(folder, name, disk.MakeFile(folder, name, mode, out file), static (at, made) => at.Made(made));
        }

        file = error.Failed ? FileHandle.None : Add(new MirrorFile(mounted.Mount, path, default, null, file));
        return error;
    }

    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        if (Find(file) is not { } mirrored || mirrored.Real != FileHandle.None)
        {
            return disk.Read(RealOf(file), offset, buffer, out read);
        }

        read = 0;
        byte[]? content = mirrored.Content ?? (File.Exists(mirrored.Path) ? File.ReadAllBytes(mirrored.Path) : null);
        if (content is null)
        {
            return new VolumeError(VolumeErrorKind.Other);
        }

        ReadOnlySpan<byte> rest = content.AsSpan((int)Math.Min(offset, content.Length));
        read = Math.Min(rest.Length, buffer.Length);
        rest[..read].CopyTo(buffer);
        return VolumeError.None;
    }

    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        if (Find(file) is not { } mirrored)
        {
            return disk.Stat(file, out facts);
        }

        if (mirrored.Real == FileHandle.None)
        {
            facts = mirrored.Facts;
            return VolumeError.None;
        }

        VolumeError error = disk.Stat(mirrored.Real, out facts);
        facts = mirrored.Mount.Shift(facts);
        return error;
    }

    public VolumeError Write(FileHandle file, long offset, ReadOnlySpan<byte> bytes)
    {
        life.Step();
        return disk.Write(RealOf(file), offset, bytes);
    }

    public VolumeError SetLength(FileHandle file, long length)
    {
        life.Step();
        return disk.SetLength(RealOf(file), length);
    }

    public VolumeError Restore(FileHandle file, in FileFacts facts, FileExtras extras)
    {
        life.Step();
        return disk.Restore(RealOf(file), facts, extras);
    }

    public VolumeError ReadExtras(FileHandle file, out FileExtras extras)
    {
        extras = FileExtras.None;
        return Find(file) is null ? disk.ReadExtras(file, out extras) : VolumeError.None;
    }

    public VolumeError NextData(FileHandle file, long from, out long start, out long behind)
    {
        if (Find(file) is not { } mirrored || mirrored.Real != FileHandle.None)
        {
            return disk.NextData(RealOf(file), from, out start, out behind);
        }

        (start, behind) = (from, mirrored.Facts.Size);
        return VolumeError.None;
    }

    public VolumeError TakeLease(FileHandle file) => Find(file) is null ? disk.TakeLease(file) : Unsupported;

    public void Close(FileHandle file)
    {
        MirrorFile? mirrored;
        lock (_gate)
        {
            _files.Remove(file.Value, out mirrored);
        }

        if (mirrored is null || mirrored.Real != FileHandle.None)
        {
            disk.Close(mirrored?.Real ?? file);
        }
    }

    private FileHandle Add(MirrorFile file)
    {
        lock (_gate)
        {
            var handle = new FileHandle(_nextFile++);
            _files.Add(handle.Value, file);
            return handle;
        }
    }

    private FileHandle RealOf(FileHandle file) => Find(file)?.Real ?? file;

    private MirrorFile? Find(FileHandle file)
    {
        lock (_gate)
        {
            return _files.GetValueOrDefault(file.Value);
        }
    }
}

/// <summary>An open file of a mount.</summary>
internal sealed record MirrorFile(MirrorMount Mount, string Path, FileFacts Facts, byte[]? Content, FileHandle Real);
