CREATE FUNCTION "begun_by"("deadline" double precision) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
	IF extract(epoch FROM statement_timestamp()) > "deadline" THEN
		RAISE EXCEPTION 'the statement has begun too late' USING ERRCODE = 'PU001';
	END IF;
	RETURN true;
END
$$;
