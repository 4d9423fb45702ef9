using System.Text.Json;

namespace Doppel.S3.Tests.Signing;

public sealed class PostPolicyTests
{
    private static readonly DateTimeOffset s_time = new(2015, 12, 29, 0, 0, 0, TimeSpan.Zero);
    private static readonly S3Credentials s_credentials = new()
    {
        AccessKeyId = "AKIAIOSFODNN7EXAMPLE",
        SecretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    };

    // The example of the documentation; its document has blanks and line ends that ours has not.
    private const string PublishedDocument = """
        { "expiration": "2015-12-30T12:00:00.000Z",
          "conditions": [
            {"bucket": "sigv4examplebucket"},
            ["starts-with", "$key", "user/user1/"],
            {"acl": "public-read"},
            {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},
            ["starts-with", "$Content-Type", "image/"],
            {"x-amz-meta-uuid": "14365123651274"},
            {"x-amz-server-side-encryption": "AES256"},
            ["starts-with", "$x-amz-meta-tag", ""],

            {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},
            {"x-amz-algorithm": "AWS4-HMAC-SHA256"},
            {"x-amz-date": "20151229T000000Z" }
          ]
        }
        """;

    [Fact]
    public void The_published_policy_has_the_published_signature()
    {
        string policy = Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(
            PublishedDocument.ReplaceLineEndings("\r\n")));
        Assert.Equal(
            "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e",
            new RequestSigner(s_credentials, "us-east-1").SignPolicy(policy, s_time));
    }

    [Fact]
    public void A_policy_has_the_conditions_of_the_published_one()
    {
        IReadOnlyList<KeyValuePair<string, string>> fields = Published().Sign(
            new RequestSigner(s_credentials, "us-east-1"), s_time);
        JsonElement ours = JsonDocument.Parse(Convert.FromBase64String(Value(fields, "policy"))).RootElement;
        JsonElement published = JsonDocument.Parse(PublishedDocument).RootElement;
        Assert.Equal(
            published.GetProperty("expiration").GetString(), ours.GetProperty("expiration").GetString());
        Assert.Equal(Conditions(published), Conditions(ours));

        static IEnumerable<string> Conditions(JsonElement policy) => policy.GetProperty("conditions")
            .EnumerateArray().Select(one => JsonSerializer.Serialize(one)).Order(StringComparer.Ordinal);
    }

    [Fact]
    public void A_form_has_the_key_first_then_what_the_policy_wants_then_policy_and_signature()
    {
        var signer = new RequestSigner(s_credentials with { SessionToken = "token" }, "us-east-1");
        IReadOnlyList<KeyValuePair<string, string>> fields = Published().Sign(signer, s_time);
        Assert.Equal(
            [
                "key", "acl", "success_action_redirect", "x-amz-meta-uuid", "x-amz-server-side-encryption",
                "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-security-token", "policy",
                "x-amz-signature",
            ],
            fields.Select(field => field.Key));
        Assert.Equal("user/user1/${filename}", Value(fields, "key"));
        Assert.Equal("token", Value(fields, "x-amz-security-token"));
        Assert.Equal(
            signer.SignPolicy(Value(fields, "policy"), s_time), Value(fields, "x-amz-signature"));
        Assert.Contains(
            "{\"x-amz-security-token\":\"token\"}",
            System.Text.Encoding.UTF8.GetString(Convert.FromBase64String(Value(fields, "policy"))));
    }

    [Fact]
    public void One_key_and_a_range_of_sizes_can_be_wanted()
    {
        var policy = PostPolicy.ForKey("bucket", "a \"key\"", s_time.AddHours(1));
        policy.LimitLength(1, 5_000_000_000);
        IReadOnlyList<KeyValuePair<string, string>> fields =
            policy.Sign(new RequestSigner(s_credentials, "us-east-1"), s_time);
        Assert.Equal("a \"key\"", Value(fields, "key"));
        JsonElement[] conditions = [.. JsonDocument.Parse(Convert.FromBase64String(Value(fields, "policy")))
            .RootElement.GetProperty("conditions").EnumerateArray()];
        Assert.Equal("a \"key\"", conditions[1].GetProperty("key").GetString());
        Assert.Equal("[\"content-length-range\",1,5000000000]", conditions[2].GetRawText());
    }

    [Fact]
    public void Fields_that_the_policy_sets_itself_and_invalid_ranges_are_refused()
    {
        PostPolicy policy = Published();
        Assert.Throws<ArgumentException>(() => policy.RequireEqual("Key", "x"));
        Assert.Throws<ArgumentException>(() => policy.RequirePrefix("bucket", "x"));
        Assert.Throws<ArgumentException>(() => policy.RequireEqual("x-amz-date", "x"));
        Assert.Throws<ArgumentException>(() => policy.LimitLength(-1, 5));
        Assert.Throws<ArgumentException>(() => policy.LimitLength(6, 5));
        Assert.Throws<ArgumentException>(() => PostPolicy.ForKey("bucket", "", s_time));
    }

    private static PostPolicy Published()
    {
        var policy = PostPolicy.ForPrefix(
            "sigv4examplebucket", "user/user1/", new(2015, 12, 30, 12, 0, 0, TimeSpan.Zero));
        policy.RequireEqual("acl", "public-read");
        policy.RequireEqual(
            "success_action_redirect", "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html");
        policy.RequirePrefix("Content-Type", "image/");
        policy.RequireEqual("x-amz-meta-uuid", "14365123651274");
        policy.RequireEqual("x-amz-server-side-encryption", "AES256");
        policy.RequirePrefix("x-amz-meta-tag", "");
        return policy;
    }

    private static string Value(IEnumerable<KeyValuePair<string, string>> fields, string name) =>
        Assert.Single(fields, field => field.Key == name).Value;
}
