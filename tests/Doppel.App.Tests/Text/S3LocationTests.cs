namespace Doppel.App.Tests;

public sealed class S3LocationTests
{
    [Theory]
    [InlineData("s3://bucket", "bucket", "")]
    [InlineData("s3://bucket/", "bucket", "")]
    [InlineData("s3://bucket/a/b c%20", "bucket", "a/b c%20")]
    [InlineData("s3://bucket//a", "bucket", "/a")]
    [InlineData("s3://bucket/../x", "bucket", "../x")]
    [InlineData("s3://b_1.x/s3://y", "b_1.x", "s3://y")]
    public void A_key_is_all_behind_the_slash_exactly_as_it_was_typed(string word, string bucket, string key) =>
        Assert.Equal(new S3Location(bucket, key), S3Location.Parse(word));

    [Theory]
    [InlineData("s3://work@bucket/a@b", "work", "a@b")]
    [InlineData("s3://me@example.org@bucket", "me@example.org", "")]
    public void The_text_before_the_last_at_sign_before_the_slash_is_a_profile(string word, string profile, string key)
    {
        var location = S3Location.Parse(word);
        Assert.Equal(new S3Location("bucket", key) { Profile = profile }, location);
        Assert.Equal(word, location.ToString());
    }

    [Theory]
    [InlineData("s3://")]
    [InlineData("s3:///key")]
    [InlineData("s3://../key")]
    [InlineData("s3://a b/key")]
    [InlineData("s3://a b@bucket/key")]
    [InlineData("s3://@bucket")]
    [InlineData("S3://bucket/key")]
    [InlineData("bucket/key")]
    public void Locations_without_a_valid_bucket_are_refused(string word) =>
        Assert.Throws<UsageException>(() => S3Location.Parse(word));

    [Fact]
    public void A_key_that_is_not_UTF8_is_refused() =>
        Assert.Throws<UsageException>(() => S3Location.Parse("s3://bucket/\uDC80"));

    [Theory]
    [InlineData("", "")]
    [InlineData("log", "log/")]
    [InlineData("log/", "log/")]
    public void The_key_of_a_folder_ends_with_a_slash(string key, string folder) =>
        Assert.Equal(folder, new S3Location("b", key).FolderKey);
}
