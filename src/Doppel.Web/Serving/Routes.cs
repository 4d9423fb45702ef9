using System.Globalization;
using Doppel.Volumes;
using Microsoft.AspNetCore.Http;

namespace Doppel.Web;

/// <summary>Answers the requests that the gate lets through. docs/ui-api.md describes each of them.</summary>
internal sealed class Routes(ReviewSession session, IVolume volume, PageFiles page, CancellationToken isEnding)
{
    // At most ten states a second, as the progress line of the terminal.
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(100);

    /// <summary>Answers a request.</summary>
    /// <param name="context">The request.</param>
    /// <param name="name">The path below the folder of the address.</param>
    /// <exception cref="RequestException">The request cannot be answered.</exception>
    internal Task Answer(HttpContext context, string name)
    {
        if (context.Request.Method == HttpMethods.Post)
        {
            return Change(context, name);
        }

        return name switch
        {
            "api/state" => SendState(context),
            "api/events" => SendEvents(context),
            "api/groups" => SendRows(context),
            _ when NumberAfter("api/groups/", name) is { } group =>
                Send(context, session.Group(group)),
            "api/folders" => Send(context, session.MapAt(NumberOf(context.Request.Query, "folder", -1))),
            "api/folder-groups" => Send(context, session.FolderGroups(
                NumberOf(context.Request.Query, "from", 0), NumberOf(context.Request.Query, "count", 100))),
            "api/history" => Send(context, session.History(
                NumberOf(context.Request.Query, "from", 0), NumberOf(context.Request.Query, "count", 100))),
            _ when TextAfter("api/history/", name) is { } run =>
                Send(context, session.Survey(run, context.RequestAborted)),
            "api/alike" => Send(context, session.Alike()),
            _ when NumberAfter("api/alike/", name) is { } number =>
                Send(context, session.Alike(number)),
            _ when NumberAfter("api/tags/", name) is { } group =>
                Send(context, session.Tags(group)),
            _ when NumberAfter("api/facts/", name) is { } copy =>
                Send(context, FactsView.Of(volume, session.File(copy))),
            _ when NumberAfter("file/", name) is { } copy => FileSender.Send(context, volume, session.File(copy)),
            _ when NumberAfter("preview/", name) is { } copy =>
                FileSender.SendPreview(context, volume, session.File(copy)),
            _ => SendPage(context, name),
        };
    }

    /// <summary>Sends JSON.</summary>
    internal static async Task Send<T>(HttpContext context, T answer)
    {
        byte[] json = AnswerJson.Write(answer);
        context.Response.ContentType = "application/json; charset=utf-8";
        context.Response.ContentLength = json.Length;
        await context.Response.Body.WriteAsync(json, context.RequestAborted);
    }

    private Task SendState(HttpContext context) =>
        Send(context, session.State());

    private async Task Change(HttpContext context, string name)
    {
        PageChange change = PageChange.All.GetValueOrDefault(name)
            ?? throw RequestException.Missing("There is no such request.");
        change.Make(session, await ChangeJson.Read(context.Request, change.Body));
        await SendState(context);
    }

    // Each event is the whole state, so that a page that was away has missed nothing.
    private async Task SendEvents(HttpContext context)
    {
        context.Response.ContentType = "text/event-stream";
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, isEnding);
        using var timer = new PeriodicTimer(s_interval);
        byte[] last = [];
        try
        {
            do
            {
                byte[] state = AnswerJson.Write(session.State());
                if (state.AsSpan().SequenceEqual(last))
                {
                    continue;
                }

                last = state;
                await context.Response.Body.WriteAsync("data: "u8.ToArray(), ends.Token);
                await context.Response.Body.WriteAsync(state, ends.Token);
                await context.Response.Body.WriteAsync("\n\n"u8.ToArray(), ends.Token);
                await context.Response.Body.FlushAsync(ends.Token);
            }
            while (await timer.WaitForNextTickAsync(ends.Token));
        }
        catch (OperationCanceledException)
        {
            // The page was closed, or the program ends.
        }
    }

    private Task SendRows(HttpContext context)
    {
        IQueryCollection query = context.Request.Query;
        var asked = new GroupQuery(
            (GroupOrder)(WordOf(query, "order", GroupQuery.Orders) ?? 0),
            (FileKind?)WordOf(query, "kind", FileKinds.Words),
            query["twins"].ToString() == "1",
            NumberOf(query, "folder", -1) is >= 0 and int folder ? session.MapPath(folder) : null,
            query["text"].ToString(),
            query["otherForm"].ToString(),
            WordOf(query, "standing", GroupQuery.Standings) is { } standing ? (GroupStanding)(1 << standing) : null);
        RowsView rows = session.Rows(asked, NumberOf(query, "from", 0), NumberOf(query, "count", 100));
        return Send(context, rows);
    }

    private async Task SendPage(HttpContext context, string name)
    {
        PageFile file = page.Find(name) ?? throw RequestException.Missing("There is no such file.");
        byte[] content = file.Packed;
        if (context.Request.Headers.AcceptEncoding.ToString().Contains("br", StringComparison.Ordinal))
        {
            context.Response.Headers.ContentEncoding = "br";
        }
        else
        {
            content = file.Unpacked();
        }

        context.Response.ContentType = file.Type;
        context.Response.ContentLength = content.Length;
        if (context.Request.Method != HttpMethods.Head)
        {
            await context.Response.Body.WriteAsync(content, context.RequestAborted);
        }
    }

    private static int? WordOf(IQueryCollection query, string field, IReadOnlyList<string> words)
    {
        string word = query[field].ToString();
        int? index = word.Length == 0 ? null : words.ToList().IndexOf(word);
        return index is not -1
            ? index
            : throw RequestException.Bad($"'{field}' must be one of {string.Join(", ", words)}.");
    }

    private static int NumberOf(IQueryCollection query, string field, int otherwise) =>
        query[field].ToString() is { Length: > 0 } text
            ? Parse(text) ?? throw RequestException.Bad($"'{field}' must be a whole number.")
            : otherwise;

    private static int? NumberAfter(string prefix, string name) =>
        TextAfter(prefix, name) is { } text ? Parse(text) : null;

    private static string? TextAfter(string prefix, string name) =>
        name.StartsWith(prefix, StringComparison.Ordinal) ? name[prefix.Length..] : null;

    private static int? Parse(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;
}
