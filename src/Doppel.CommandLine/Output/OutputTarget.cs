using Doppel.Volumes;

namespace Doppel.CommandLine;

/// <summary>The destination of results. A file gets its final name only when it is complete.</summary>
/// <remarks>The constructor checks whether the target is writable, so errors are found before the search.</remarks>
internal sealed class OutputTarget : IDisposable
{
    private const string IsFolder = "Is a directory";

    private readonly string _shown;
    private readonly string? _path;
    private readonly Terminal? _standard;
    private string? _temporary;
    private Stream? _stream;

    /// <summary>Initializes a new instance and checks whether the target is writable.</summary>
    /// <param name="output">The file as <see cref="ByteText"/>; null or "-" for standard output.</param>
    /// <param name="standard">Standard output.</param>
    /// <param name="volume">The volume, to check what exists at the path.</param>
    /// <param name="absolute">The absolute path of the file; ignored for standard output.</param>
    /// <exception cref="UsageException">The target is not writable.</exception>
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

            if (DescriptorOf(absolute) is { } descriptor)
            {
                _stream = new DescriptorStream(descriptor);
                _stream.Write([]);
                return;
            }

            if (IsInPlace(volume, absolute))
            {
                _stream = new DiskStream(output, new FileStreamOptions
                {
                    Mode = FileMode.Open,
                    Access = FileAccess.Write,
                    Share = FileShare.ReadWrite,
                    BufferSize = 0,
                });
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

    /// <summary>Gets whether the results go to a terminal.</summary>
    internal bool IsTerminal => _standard is { IsTerminal: true };

    /// <summary>Gets standard output; null if the results go to a file.</summary>
    internal Terminal? Standard => _standard;

    /// <summary>Opens the target for writing.</summary>
    /// <exception cref="UsageException">The target is no longer writable.</exception>
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

    /// <summary>Completes the output. A file gets its final name.</summary>
    /// <exception cref="UsageException">The output could not be completed. No partial file is left.</exception>
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

    /// <summary>Returns the exception for a failed write.</summary>
    internal UsageException Refused(Exception failure) =>
        new($"cannot write to {_shown}: {SystemText.Of(failure)}", HintFor(failure));

    /// <summary>Deletes the partial file. Can be called from another thread just before the process ends.</summary>
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
                // There is nothing else to try.
            }
        }
    }

    /// <summary>Closes the target and deletes the file if it was not completed.</summary>
    public void Dispose()
    {
        if (_standard is null)
        {
            _stream?.Dispose();
            Abandon();
        }
    }

    private static string? HintFor(Exception failure) => failure switch
    {
        DirectoryNotFoundException => "create the folder first",
        IOException { Message: IsFolder } => "name a file in that folder",
        _ => null,
    };

    private static bool IsRefusal(Exception failure) =>
        failure is (IOException and not BrokenPipeException) or UnauthorizedAccessException or ArgumentException
            or NotSupportedException;

    /// <summary>
    /// Returns whether the path exists and is not a regular file, so that it must be written in place.
    /// </summary>
    private static bool IsInPlace(IVolume volume, ReadOnlySpan<byte> absolute)
    {
        VolumeError error = volume.Stat(
            FolderHandle.None, absolute, LinkPolicy.Follow, FactFields.None, out FileFacts facts);

        return !error.Failed && facts.Kind is not (EntryKind.Folder or EntryKind.File);
    }

    // The name of a descriptor of this process, whose file is written from where it stands.
    private static int? DescriptorOf(ReadOnlySpan<byte> absolute)
    {
        if (OperatingSystem.IsWindows())
        {
            return null;
        }

        if (absolute.SequenceEqual("/dev/stdout"u8) || absolute.SequenceEqual("/dev/stderr"u8))
        {
            return absolute.EndsWith("out"u8) ? 1 : 2;
        }

        foreach (byte[] folder in (byte[][])[[.. "/dev/fd/"u8], [.. "/proc/self/fd/"u8]])
        {
            if (absolute.StartsWith(folder) && int.TryParse(absolute[folder.Length..], out int descriptor))
            {
                return descriptor;
            }
        }

        return null;
    }

    /// <summary>
    /// Returns the target of a symbolic link, so that the link is kept, or the path itself if it is not a link.
    /// </summary>
    private static string Target(string output)
    {
        string full = Path.GetFullPath(output);
        if (Directory.Exists(full) || full.EndsWith(Path.DirectorySeparatorChar))
        {
            throw new IOException(IsFolder);
        }

        // Resolve links only, because resolving a name that does not exist is an error.
        var file = new FileInfo(full);
        return file.LinkTarget is null ? full : file.ResolveLinkTarget(returnFinalTarget: true)!.FullName;
    }

    private static void Probe(string path)
    {
        if (File.Exists(path))
        {
            // Renaming over a file only checks the permissions of the folder. Respect read-only files.
            new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0).Dispose();
        }

        string temporary = TemporaryName(path);
        new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0).Dispose();
        File.Delete(temporary);
    }

    private static string TemporaryName(string path) =>
        Path.Combine(Path.GetDirectoryName(path)!, $".doppel-{Environment.ProcessId}.tmp");

    private DiskStream CreateTemporary(string path)
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
        var stream = new DiskStream(temporary, options);
        _temporary = temporary;
        return stream;
    }
}
