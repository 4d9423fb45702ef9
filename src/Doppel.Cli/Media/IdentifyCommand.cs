using Doppel.Acting;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel identify</c>.</summary>
internal sealed class IdentifyCommand
{
    private readonly MediaMapper _mapper = new();
    private readonly PayloadDigest _digest = new();
    private readonly IVolume _volume;
    private readonly RootPaths _paths;
    private readonly MediaPolicy _policy;
    private readonly Messages _messages;

    private IdentifyCommand(IVolume volume, RootPaths paths, MediaPolicy policy, Messages messages)
    {
        _volume = volume;
        _paths = paths;
        _policy = policy;
        _messages = messages;
    }

    /// <summary>Inspects each file and prints what it is.</summary>
    internal static ExitCode Run(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        Messages messages = host.MessagesFor(WhenToUse.Auto);
        var command = new IdentifyCommand(host.Volume, host.Paths, call.Settings.Request.Media.Policy, messages);
        bool isJson = call.Settings.Json;
        int told = 0;
        int comparable = 0;
        foreach (string operand in call.Operands)
        {
            if (command.Identify(ByteText.ToBytes(operand)) is not { } file)
            {
                continue;
            }

            // Print each result as soon as it is known, because hashing a movie takes a while.
            string between = told > 0 && !isJson ? "\n" : "";
            PlainOutput.Write(
                host.Out, between + (isJson ? IdentifyJson.Render(file) : IdentifyText.Render(file, host.Out.Columns)));
            told++;
            comparable += file.Map is null ? 0 : 1;
        }

        ExitCode partly = told > 0 ? ExitCode.Problems : ExitCode.Failure;
        return comparable == call.Operands.Count ? ExitCode.Done : partly;
    }

    private IdentifiedFile? Identify(byte[] name)
    {
        // Follow links here, because the user named the file. The volume itself never follows them to open a file.
        byte[] path = name.Length > 0 ? _paths.ToAbsolute(name) : [];
        VolumeError error = LinkResolver.Walk(_volume, _paths.WorkingDirectoryOrRoot.Span, path, out byte[] final);
        FileFacts facts = default;
        if (!error.Failed)
        {
            error = _volume.Stat(FolderHandle.None, final, LinkPolicy.Stay, FactFields.None, out facts);
        }

        if (name.Length == 0 || error.Failed)
        {
            string why = name.Length == 0 ? "an empty name" : _volume.Describe(error);
            return Refuse(name, "cannot open", why);
        }

        if (facts.Kind != EntryKind.File)
        {
            return Refuse(name, "cannot identify", facts.Kind == EntryKind.Folder ? "it is a folder"
                : "it is not a file");
        }

        error = _volume.OpenFile(FolderHandle.None, final, out FileHandle file, out facts);
        if (error.Failed)
        {
            return Refuse(name, "cannot open", _volume.Describe(error));
        }

        try
        {
            return Read(name, file, facts);
        }
        finally
        {
            _volume.Close(file);
        }
    }

    private IdentifiedFile? Read(byte[] name, FileHandle file, in FileFacts before)
    {
        var source = new OpenMedia(_volume, file, before.Size);
        MediaResult result = _mapper.Map(source, _policy, MapDepth.Parts);
        MediaTags tags = _mapper.ReadTags(source);
        Digest128 digest = default;
        if (result.Map is { } map)
        {
            _digest.TryRead(map, source, out digest);
        }

        VolumeError error = _volume.Stat(file, out FileFacts after);
        error = source.Error || error;
        if (error.Failed)
        {
            return Refuse(name, "cannot read", _volume.Describe(error));
        }

        if (source.IsCut || after.Size != before.Size || after.Modified != before.Modified)
        {
            return Refuse(name, "cannot identify", "it changed while it was read");
        }

        string reason = result.Map is null && result.Format is null ? "unknown format" : result.Reason;
        return new IdentifiedFile(
            new ReportName(name), before.Size, _policy, result.Format, result.Map, digest, reason, tags);
    }

    private IdentifiedFile? Refuse(byte[] name, string what, string why)
    {
        _messages.Warn($"{what} {Quote.Name(name)}: {why}");
        return null;
    }
}

/// <summary>The results of <c>doppel identify</c> for one file.</summary>
/// <param name="Name">The file as typed.</param>
/// <param name="Size">The size of the whole file, in bytes.</param>
/// <param name="Policy">The policy that defines the payload.</param>
/// <param name="Format">The format; null if it is unknown.</param>
/// <param name="Map">The payload; null if it is not comparable.</param>
/// <param name="Digest">The digest of the payload; meaningless if there is no payload.</param>
/// <param name="Reason">Why the payload is not comparable; empty if it is comparable.</param>
/// <param name="Tags">The tags.</param>
internal sealed record IdentifiedFile(
    ReportName Name, long Size, MediaPolicy Policy, MediaFormat? Format, MediaMap? Map, Digest128 Digest, string Reason,
    MediaTags Tags);
