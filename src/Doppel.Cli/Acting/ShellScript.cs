using System.Text;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Writes the steps of an action as a script for POSIX shells with GNU tools.</summary>
internal sealed class ShellScript(Terminal output, ActionKind kind)
{
    private const int BlockChars = 32 * 1024;

    private const string Escaped =
        "# Names are escaped on a terminal. Write the script to a file to run it.\n";

    // Functions that all actions need. A name that is already the same file as its keeper is left unchanged.
    private const string Head = """
        # For Linux with GNU coreutils and diffutils. Run it soon, while nothing else writes there.
        # It is weaker than doppel itself: nothing keeps other programs from writing between the comparison and the
        # change; there is no journal, and doppel undo knows nothing of it; nothing is brought to the disk before.
        # What differs from its keeper by then is skipped and told on standard error; the exit status is 1 then.

        LC_ALL=C
        export LC_ALL
        status=0

        skip() {
            printf 'skipped: %s: %s\n' "$1" "$2" >&2
            status=1
        }

        # KEEPER NAME: whether both are files with the same content, and not the same file.
        ready() {
            if [ -L "$1" ] || [ ! -f "$1" ]; then
                skip "$2" 'its keeper is gone'
            elif [ -L "$2" ] || [ ! -f "$2" ]; then
                skip "$2" 'it is no longer a file'
            elif [ "$1" -ef "$2" ]; then
                return 1
            elif cmp -s -- "$1" "$2"; then
                return 0
            else
                skip "$2" 'it differs from its keeper'
            fi
            return 1
        }

        # TEMPORARY NAME: the one takes the place of the other.
        settle() {
            mv -fT -- "$1" "$2" || {
                rm -f -- "$1"
                skip "$2" 'it cannot be replaced'
            }
        }


        """;

    // Only for actions that remove names.
    private const string Companions = """
        # NAME KEEPER COMPANION...: whether the companions of a file, which go with it, are equal to their keepers.
        along() {
            main=$1
            shift
            while [ $# -gt 0 ]; do
                if ! ready "$1" "$2"; then
                    skip "$main" "its companion $2 stays"
                    return 1
                fi
                shift 2
            done
        }

        # NAME [COMPANION TARGET]...: whether companions of a file are beside its keeper now.
        bring() {
            main=$1
            shift
            while [ $# -gt 0 ]; do
                if { [ -e "$2" ] || cp -pnT -- "$1" "$2"; } && ready "$2" "$1"; then
                    shift 2
                else
                    skip "$main" "its companion $1 stays"
                    return 1
                fi
            done
        }

        # COMPANION FILE...: whether all files that a companion belongs to are gone.
        alone() {
            name=$1
            shift
            for main; do
                if [ -e "$main" ] || [ -L "$main" ]; then
                    skip "$name" 'the file that it belongs to stays'
                    return 1
                fi
            done
        }


        """;

    private const string HardLink = """
        # KEEPER NAME TEMPORARY
        act() {
            ready "$1" "$2" || return 0
            if ln -T -- "$1" "$3"; then settle "$3" "$2"; else skip "$2" 'the link cannot be created'; fi
        }


        """;

    private const string SymbolicLink = """
        # KEEPER NAME TEMPORARY TARGET
        act() {
            ready "$1" "$2" || return 0
            if ! ln -sT -- "$4" "$3"; then
                skip "$2" 'the link cannot be created'
            elif [ "$3" -ef "$1" ]; then
                settle "$3" "$2"
            else
                rm -f -- "$3"
                skip "$2" 'a link from there does not lead to the keeper'
            fi
        }


        """;

    private const string Reflink = """
        # KEEPER NAME TEMPORARY: a file of the same blocks, with all that belongs to the old one, takes its place.
        act() {
            ready "$1" "$2" || return 0
            if cp --reflink=always -T -- "$1" "$3" && cp -a --attributes-only -T -- "$2" "$3"; then
                settle "$3" "$2"
            else
                rm -f -- "$3"
                skip "$2" 'its blocks cannot be shared'
            fi
        }

        # NAME OTHER TEMPORARY: another name of the file that was just made.
        again() {
            ready "$1" "$2" || return 0
            if ln -T -- "$1" "$3"; then settle "$3" "$2"; else skip "$2" 'the link cannot be created'; fi
        }


        """;

    private const string Trash = """
        # KEEPER NAME: needs gio of GLib, or trash-put of trash-cli.
        act() {
            ready "$1" "$2" || return 0
            if command -v gio >/dev/null; then gio trash -- "$2"; else trash-put -- "$2"; fi ||
                skip "$2" 'it cannot be put into the trash'
        }


        """;

    private const string Delete = """
        # KEEPER NAME
        act() {
            ready "$1" "$2" || return 0
            rm -f -- "$2" || skip "$2" 'it cannot be removed'
        }


        """;

    private const string Move = """
        # KEEPER NAME FOLDER TARGET
        act() {
            ready "$1" "$2" || return 0
            if [ -e "$4" ] || [ -L "$4" ]; then
                skip "$2" 'something stands where it is moved to'
            elif ! mkdir -p -- "$3" || ! mv -nT -- "$2" "$4" || [ -e "$2" ]; then
                skip "$2" 'it cannot be moved'
            fi
        }


        """;

    private const string Retarget = """
        # LINK TEMPORARY OLD NEW KEEPER: a symbolic link leads to the keeper from now on.
        retarget() {
            if [ ! -L "$1" ] || [ "$(readlink -n -- "$1"; printf x)" != "$3x" ]; then
                skip "$1" 'the link has changed'
            elif ! ln -sT -- "$4" "$2"; then
                skip "$1" 'the link cannot be created'
            elif [ "$2" -ef "$5" ]; then
                settle "$2" "$1"
            else
                rm -f -- "$2"
                skip "$1" 'a link from there does not lead to the keeper'
            fi
        }


        """;

    private readonly StringBuilder _text = new();

    /// <summary>Writes the script.</summary>
    /// <param name="command">The equivalent command line, on one line.</param>
    /// <param name="steps">The steps of the action.</param>
    internal ExitCode Write(string command, IEnumerable<PreviewedStep> steps)
    {
        _text.Append("#!/bin/sh\n").Append($"# Generated by doppel {ProgramVersion.Text}: {command}\n")
            .Append(output.IsTerminal ? Escaped : "")
            .Append(Head);
        _text.Append(kind switch
        {
            ActionKind.HardLink => HardLink,
            ActionKind.SymbolicLink => SymbolicLink,
            ActionKind.Reflink => Reflink,
            ActionKind.Trash => Trash,
            ActionKind.Delete => Delete,
            _ => Move,
        }).Append(kind.RemovesNames() ? Retarget + Companions : "");
        List<PreviewedStep> links = [];
        ExitCode written = ExitCode.Done;
        foreach (PreviewedStep step in steps)
        {
            if (step.IsLink)
            {
                links.Add(step);
                continue;
            }

            Append(step, links);
            links.Clear();
            if (_text.Length > BlockChars)
            {
                written = Flush();
            }
        }

        _text.Append("\nexit \"$status\"\n");
        return Flush() is var last && written == ExitCode.Done ? last : written;
    }

    private ExitCode Flush()
    {
        ExitCode written = PlainOutput.Write(output, _text.ToString());
        _text.Clear();
        return written;
    }

    private void Append(PreviewedStep step, List<PreviewedStep> links)
    {
        JournalIntent intent = step.Intent;
        string[] conditions =
        [
            .. step.CompanionOf.Count > 0 ? [Call("alone", [intent.Name, .. step.CompanionOf])] : (string[])[],
            .. step.Companions.Count > 0
                ? [Call("along", [intent.Name, .. step.Companions.SelectMany(Pair)])] : (string[])[],
            .. links.Count + step.Later.Count > 0 ? [Call("ready", [intent.Keeper, intent.Name])] : (string[])[],
            .. step.Later.Count > 0
                ? [Call("bring", [intent.Name, .. step.Later.SelectMany(
                    static one => (ReportName[])[one.Drop[0].Names[0], one.Keep[0].Names[0]])])] : (string[])[],
        ];
        if (conditions.Length > 0)
        {
            _text.Append("if ").AppendJoin(" && ", conditions).Append("\nthen\n");
            foreach (JournalIntent link in links.Select(static one => one.Intent))
            {
                Line("retarget", link.Name, TemporaryOf(link), link.OldTarget, link.Target, link.Keeper);
            }
        }

        switch (kind)
        {
            case ActionKind.Trash or ActionKind.Delete:
                Line("act", intent.Keeper, intent.Name);
                break;
            case ActionKind.Move:
                Line("act", intent.Keeper, intent.Name, FolderOf(intent.Target), intent.Target);
                break;
            case ActionKind.SymbolicLink:
                Line("act", intent.Keeper, intent.Name, TemporaryOf(intent), intent.Target);
                break;
            case ActionKind.Reflink when step.Copy.OutsideNames > 0:
                _text.Append($"skip {Quoted(intent.Name)} 'it has other names that are not in the report'\n");
                break;
            case ActionKind.Reflink when intent.Name != step.Copy.Names[0]:
                Line("again", step.Copy.Names[0], intent.Name, TemporaryOf(intent));
                break;
            default:
                Line("act", intent.Keeper, intent.Name, TemporaryOf(intent));
                break;
        }

        _text.Append(conditions.Length > 0 ? "fi\n" : "");
    }

    private static ReportName[] Pair(JournalIntent intent) => [intent.Keeper, intent.Name];

    private void Line(string function, params IEnumerable<ReportName> arguments) =>
        _text.Append(Call(function, arguments)).Append('\n');

    private string Call(string function, IEnumerable<ReportName> arguments) =>
        $"{function} {string.Join(' ', arguments.Select(Quoted))}";

    // Inside single quotes, shells take every byte literally except the single quote.
    private string Quoted(ReportName name) => output.IsTerminal
        ? Quote.Name(name.Bytes)
        : $"'{ByteText.FromBytes(name.Bytes).Replace("'", "'\\''", StringComparison.Ordinal)}'";

    private static ReportName FolderOf(ReportName name) =>
        new(name.Bytes[..Math.Max(1, name.Bytes.LastIndexOf((byte)'/'))].ToArray());

    private static ReportName TemporaryOf(JournalIntent intent)
    {
        ReadOnlySpan<byte> folder = intent.Name.Bytes[..(intent.Name.Bytes.LastIndexOf((byte)'/') + 1)];
        return new ReportName((byte[])[.. folder, .. Encoding.ASCII.GetBytes(intent.Temporary)]);
    }
}
