using Doppel.Cli.Arguments;
using Doppel.Cli.Platform;
using Doppel.Volumes;

namespace Doppel.Cli.Output;

/// <summary>Where results go. What is written to a file gets the file's name only when it is whole.</summary>
/// <remarks>Whether it can be written is found out by the constructor, before the search.</remarks>
internal sealed class OutputTarget : IDisposable
{
    private readonly string _shown;
    private readonly string? _path;
    private readonly Terminal? _standard;
    private string? _temporary;
    private Stream? _stream;

    /// <summary>Finds out whether the target can be written.</summary>
    /// <param name="output">The file as <see cref="ByteText"/>; null or "-" for standard output.</param>
    /// <param name="standard">Standard output.</param>
    /// <param name="volume">Tells what stands there.</param>
    /// <param name="absolute">The file's absolute path; not used for standard output.</param>
    /// <exception cref="UsageException">It cannot be written.</exception>
    internal OutputTarget(string? output, Terminal standard, IVolume volume, ReadOnlySpan<byte> absolute)
    {
        _shown = output is null or "-" ? "standard output" : Quote.Text(output);
        try
        {
            if (output is null or "-")
            {
                _standard = standard;
                _stream = standard.Stream;
                standard.Stream.Write([]);
                return;
            }

            if (!ByteText.IsPlain(output))
            {
                throw new IOException("the name is not UTF-8; redirect standard output instead");
            }

            if (IsInPlace(volume, absolute))
            {
                _stream = new FileStream(output, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
                return;
            }

            _path = Target(output);
            Probe(_path);
        }
        catch (Exception failure) when (IsRefusal(failure))
        {
            throw Refused(failure);
        }
    }

    /// <summary>Whether a person looks at the results.</summary>
    internal bool IsTerminal => _standard is { IsTerminal: true };

    /// <summary>The terminal or pipe of standard output; null where the results go to a file.</summary>
    internal Terminal? Standard => _standard;

    /// <summary>Opens it for writing.</summary>
    /// <exception cref="UsageException">It can no longer be written.</exception>
    internal Stream Open()
    {
        if (_path is null)
        {
            return _stream!;
        }

        try
        {
            _stream = CreateTemporary(_path);
            return _stream;
        }
        catch (Exception failure) when (IsRefusal(failure))
        {
            throw Refused(failure);
        }
    }

    /// <summary>All is written: the file gets its name.</summary>
    /// <exception cref="UsageException">That failed; nothing half-written stays.</exception>
    internal void Complete()
    {
        if (_standard is not null)
        {
            return;
        }

        try
        {
            _stream!.Dispose();
            if (_path is not null && _temporary is not null)
            {
                File.Move(_temporary, _path, overwrite: true);
                _temporary = null;
            }
        }
        catch (Exception failure) when (IsRefusal(failure))
        {
            throw Refused(failure);
        }
    }

    /// <summary>The line for a write that failed.</summary>
    internal UsageException Refused(Exception failure) =>
        new($"cannot write to {_shown}: {SystemText.Of(failure)}");

    /// <summary>
    /// Takes away what is half-written. May be called from another thread just before the process ends.
    /// </summary>
    internal void Abandon()
    {
        if (_temporary is { } temporary)
        {
            try
            {
                File.Delete(temporary);
            }
            catch (Exception failure) when (IsRefusal(failure))
            {
                // Nothing more can be done about it.
            }
        }
    }

    /// <summary>Closes it; what was not completed is taken away.</summary>
    public void Dispose()
    {
        if (_standard is null)
        {
            _stream?.Dispose();
            Abandon();
        }
    }

    private static bool IsRefusal(Exception failure) =>
        failure is (IOException and not BrokenPipeException) or UnauthorizedAccessException or ArgumentException
            or NotSupportedException;

    /// <summary>Whether it is neither a new name nor a regular file, so that it must be written as it is.</summary>
    private static bool IsInPlace(IVolume volume, ReadOnlySpan<byte> absolute)
    {
        VolumeError error = volume.Stat(
            FolderHandle.None, absolute, LinkPolicy.Follow, FactFields.None, out FileFacts facts);

        // A descriptor's own name (/dev/stdout, /proc/self/fd/3) leads to a file that someone else holds open.
        return !error.Failed && facts.Kind != EntryKind.Folder
            && (facts.Kind != EntryKind.File || absolute.StartsWith("/proc/"u8) || absolute.StartsWith("/dev/"u8));
    }

    /// <summary>The file itself where the name is a link to it: the link stays.</summary>
    private static string Target(string output)
    {
        string full = Path.GetFullPath(output);
        if (Directory.Exists(full) || full.EndsWith(Path.DirectorySeparatorChar))
        {
            throw new IOException("Is a directory");
        }

        // Asked only of links: of a new name it is an error.
        var file = new FileInfo(full);
        return file.LinkTarget is null ? full : file.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
    }

    private static void Probe(string path)
    {
        if (File.Exists(path))
        {
            // Renaming onto a file asks only the folder; someone who made the file read-only means it.
            new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0).Dispose();
        }

        string temporary = TemporaryName(path);
        new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0).Dispose();
        File.Delete(temporary);
    }

    private static string TemporaryName(string path) =>
        Path.Combine(Path.GetDirectoryName(path)!, $".doppel-{Environment.ProcessId}.tmp");

    private FileStream CreateTemporary(string path)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            Share = FileShare.Read,
            BufferSize = 0,
        };
        if (!OperatingSystem.IsWindows() && File.Exists(path))
        {
            options.UnixCreateMode = File.GetUnixFileMode(path);
        }

        string temporary = TemporaryName(path);
        var stream = new FileStream(temporary, options);
        _temporary = temporary;
        return stream;
    }
}
